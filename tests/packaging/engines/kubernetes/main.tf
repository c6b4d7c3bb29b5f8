# SPDX-License-Identifier: MPL-2.0
# Reads and checks the manifests in packaging/engines/kubernetes for the test of engines.
variable "engines" {}

locals {
  claim  = yamldecode(file("${var.engines}/kubernetes/results.yaml"))
  plan   = yamldecode(file("${var.engines}/kubernetes/plan.yaml"))
  report = yamldecode(file("${var.engines}/kubernetes/report.yaml"))
  jobs   = [local.plan, local.report]
  pods   = [for job in local.jobs : job.spec.template.spec]
  container = {
    for pod in local.pods : pod.containers[0].name => pod.containers[0]
  }
}

output "shards" {
  value = local.plan.spec.completions
  precondition {
    condition     = local.plan.spec.completionMode == "Indexed"
    error_message = "The pods have no index."
  }
  precondition {
    condition     = [for variable in local.container.plan.env : variable.value if variable.name == "JOB_COMPLETIONS"] == [tostring(local.plan.spec.completions)]
    error_message = "JOB_COMPLETIONS is not the number of completions."
  }
  precondition {
    condition     = local.plan.spec.podFailurePolicy.rules[1].onExitCodes == { containerName = "plan", operator = "In", values = [1] }
    error_message = "A pod with a failed project is started again."
  }
}

output "checkout" {
  value = local.pods[0].initContainers[0].args[0]
  precondition {
    condition     = alltrue([for pod in local.pods : pod.initContainers[0].args == local.pods[0].initContainers[0].args && pod.initContainers[0].command == ["bash", "-ec"]])
    error_message = "The jobs check out different commits."
  }
}

output "plan" {
  value = local.container.plan.args[0]
}

output "report" {
  value = local.container.report.args[0]
  precondition {
    condition = alltrue(flatten([
      for pod in local.pods : [
        for container in concat(pod.initContainers, pod.containers) : [
          for mount in container.volumeMounts : contains(pod.volumes[*].name, mount.name)
        ]
      ]
    ]))
    error_message = "A volume is mounted that the pod does not have."
  }
  precondition {
    condition = alltrue([
      for pod in local.pods : one([for volume in pod.volumes : volume.persistentVolumeClaim.claimName if can(volume.persistentVolumeClaim)]) == local.claim.metadata.name
    ]) && local.claim.spec.accessModes == ["ReadWriteMany"]
    error_message = "The pods do not share the results."
  }
  precondition {
    condition = alltrue(flatten([
      for pod in local.pods : [
        for container in concat(pod.initContainers, pod.containers) : container.securityContext.readOnlyRootFilesystem && contains([for source in container.envFrom : try(source.configMapRef.name, "")], "planlens")
      ]
    ]))
    error_message = "A container lacks the config map or can write its image."
  }
}
