# SPDX-License-Identifier: MPL-2.0
# Reads and checks packaging/engines/gitlab-ci.yml for the test of engines.
variable "engines" {}

locals {
  pipeline = yamldecode(file("${var.engines}/gitlab-ci.yml"))
  plan     = local.pipeline["planlens-plan"]
  report   = local.pipeline["planlens-report"]
}

output "shards" {
  value = local.plan.parallel
}

output "plan" {
  value = join("\n", local.plan.script)
  precondition {
    condition     = local.pipeline[local.plan.extends].variables.GIT_DEPTH == "0"
    error_message = "The base commit is missing in shallow clones."
  }
}

output "artifacts" {
  value = join("\n", local.plan.artifacts.paths)
  precondition {
    condition     = local.plan.artifacts.when == "always"
    error_message = "The results of jobs with failed projects are not kept."
  }
}

output "report" {
  value = join("\n", local.report.script)
  precondition {
    condition     = local.report.rules[0].when == "always" && local.report.needs == ["planlens-plan"] && local.report.extends == local.plan.extends
    error_message = "The report is not made after all planning jobs."
  }
  precondition {
    condition     = local.report.artifacts.reports.junit == "report/junit.xml" && contains(local.report.artifacts.paths, "report/")
    error_message = "The report is not kept."
  }
}
