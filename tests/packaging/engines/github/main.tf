# SPDX-License-Identifier: MPL-2.0
# Reads and checks packaging/engines/github-workflow.yml for the test of engines.
variable "engines" {}

locals {
  workflow = yamldecode(file("${var.engines}/github-workflow.yml"))
  plan     = local.workflow.jobs.plan
  report   = local.workflow.jobs.report
  upload   = one([for step in local.plan.steps : step if startswith(try(step.uses, ""), "actions/upload-artifact@")])
  download = one([for step in local.report.steps : step if startswith(try(step.uses, ""), "actions/download-artifact@")])
}

output "shards" {
  value = length(local.plan.strategy.matrix.shard)
  precondition {
    condition     = jsonencode(local.plan.strategy.matrix.shard) == jsonencode(range(1, length(local.plan.strategy.matrix.shard) + 1))
    error_message = "The matrix does not number the shards from 1."
  }
  precondition {
    condition     = !local.plan.strategy["fail-fast"]
    error_message = "A failed project cancels the other shards."
  }
}

output "job" {
  value = "${local.plan.env.PLANLENS_JOB_INDEX} ${local.plan.env.PLANLENS_JOB_COUNT}"
}

output "plan" {
  value = join("\n", [for step in local.plan.steps : try(step.run, "")])
  precondition {
    condition     = alltrue([for job in local.workflow.jobs : job.steps[0].with["fetch-depth"] == 0 && !job.steps[0].with["persist-credentials"]])
    error_message = "The base commit is missing in shallow clones."
  }
  precondition {
    condition     = local.workflow.permissions == { contents = "read" }
    error_message = "The workflow has more permissions than it needs."
  }
}

output "artifacts" {
  value = trimspace(local.upload.with.path)
  precondition {
    condition     = local.upload.if == "$${{ !cancelled() }}" && local.upload.with.name == "results-$${{ matrix.shard }}"
    error_message = "The results of jobs with failed projects are not kept, or have the same name."
  }
}

output "report" {
  value = join("\n", [for step in local.report.steps : try(step.run, "")])
  precondition {
    condition     = local.report.needs == "plan" && local.report.if == "$${{ !cancelled() }}"
    error_message = "The report is not made after all planning jobs."
  }
  precondition {
    condition     = local.download.with == { pattern = "results-*", path = "results", merge-multiple = true }
    error_message = "The results of all jobs are not merged in one directory."
  }
}
