// SPDX-License-Identifier: MPL-2.0
#include "tests/core/risk/rule_cases.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using plans::Action;
using values::Value;

namespace {

constexpr const char* allowGet =
    "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Action^:^s3:GetObject^,^Resource^:^*^}]}'}";
constexpr const char* allowGetAll = "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Action^:^s3:Get*^,^Resource^:^*^}]}'}";
constexpr const char* allowS3 = "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Action^:^s3:*^,^Resource^:^*^}]}'}";
constexpr const char* allowS3AndGet = "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Action^:^s3:*^,^Resource^:^*^},{^"
                                      "Effect^:^Allow^,^Action^:^ec2:Get^,^Resource^:^*^}]}'}";
constexpr const char* denyS3 = "{'policy':'{^Statement^:[{^Effect^:^Deny^,^Action^:^s3:*^,^Resource^:^*^}]}'}";
constexpr const char* denyDelete =
    "{'policy':'{^Statement^:[{^Effect^:^Deny^,^Action^:^s3:DeleteObject^,^Resource^:^*^}]}'}";
constexpr const char* denyAndAllow = "{'policy':'{^Statement^:[{^Effect^:^Deny^,^Action^:^s3:DeleteObject^,^Resource^:^"
                                     "*^},{^Effect^:^Allow^,^Action^:^s3:GetObject^,^Resource^:^*^}]}'}";

const RuleCase cases[] = {
    {"backups of a database are turned off", "aws_db_instance.a", Action::Update, "{'backup_retention_period':35}",
     "{'backup_retention_period':0}", "backups-off"},
    {"a week of backups is turned off", "aws_db_instance.a", Action::Update, "{'backup_retention_period':7}",
     "{'backup_retention_period':0}", "backups-off"},
    {"backups were off", "aws_db_instance.a", Action::Update, "{'backup_retention_period':0,'a':1}",
     "{'backup_retention_period':0,'a':2}", ""},
    {"backups are turned on", "aws_db_instance.a", Action::Update, "{'backup_retention_period':0}",
     "{'backup_retention_period':7}", ""},
    {"a database without backups is created", "aws_db_instance.a", Action::Create, no, "{'backup_retention_period':0}",
     ""},
    {"backups of a cache are turned off", "aws_elasticache_replication_group.a", Action::Update,
     "{'snapshot_retention_limit':5}", "{'snapshot_retention_limit':0}", "backups-off"},
    {"backups are kept shorter", "aws_db_instance.a", Action::Update, "{'backup_retention_period':35}",
     "{'backup_retention_period':7}", "backup-retention-shortened"},
    {"backups of Azure are kept shorter", "azurerm_postgresql_flexible_server.a", Action::Update,
     "{'backup_retention_days':35}", "{'backup_retention_days':7}", "backup-retention-shortened"},
    {"backups are kept longer", "aws_db_instance.a", Action::Update, "{'backup_retention_period':7}",
     "{'backup_retention_period':35}", ""},
    {"backups are kept as long", "aws_db_instance.a", Action::Update, "{'backup_retention_period':7,'a':1}",
     "{'backup_retention_period':7,'a':2}", ""},
    {"the period was not set", "aws_db_instance.a", Action::Update, "{'backup_retention_period':null}",
     "{'backup_retention_period':7}", ""},
    {"recovery of a table is turned off", "aws_dynamodb_table.a", Action::Update,
     "{'point_in_time_recovery':[{'enabled':true}]}", "{'point_in_time_recovery':[{'enabled':false}]}",
     "backup-setting-off"},
    {"recovery of a table was off", "aws_dynamodb_table.a", Action::Update, "{'point_in_time_recovery':[]}",
     "{'point_in_time_recovery':[{'enabled':false}]}", ""},
    {"recovery of a table is turned on", "aws_dynamodb_table.a", Action::Update,
     "{'point_in_time_recovery':[{'enabled':false}]}", "{'point_in_time_recovery':[{'enabled':true}]}", ""},
    {"one of the backups of Google is turned off", "google_sql_database_instance.a", Action::Update,
     "{'settings':[{'backup_configuration':[{'enabled':true,'point_in_time_recovery_enabled':true}]}]}",
     "{'settings':[{'backup_configuration':[{'enabled':true,'point_in_time_recovery_enabled':false}]}]}",
     "backup-setting-off"},
    {"a backup plan is destroyed", "aws_backup_plan.a", Action::Delete, some, no, "backup-plan-destroyed"},
    {"a protected machine is destroyed", "azurerm_backup_protected_vm.a", Action::Delete, some, no,
     "backup-plan-destroyed"},
    {"a disabled snapshot policy is destroyed", "aws_dlm_lifecycle_policy.a", Action::Delete, "{'state':'DISABLED'}",
     no, ""},
    {"a backup plan is replaced", "aws_backup_plan.a", Action::DeleteThenCreate, some, some, ""},
    {"final snapshots are turned off", "aws_db_instance.a", Action::Update, "{'skip_final_snapshot':false}",
     "{'skip_final_snapshot':true}", "final-snapshot-off"},
    {"final snapshots are turned on", "aws_db_instance.a", Action::Update, "{'skip_final_snapshot':true}",
     "{'skip_final_snapshot':false}", ""},
    {"final snapshots were off", "aws_db_instance.a", Action::Update, "{'skip_final_snapshot':true,'a':1}",
     "{'skip_final_snapshot':true,'a':2}", ""},

    {"a standby is removed", "aws_db_instance.a", Action::Update, "{'multi_az':true}", "{'multi_az':false}",
     "standby-removed"},
    {"a standby is added", "aws_db_instance.a", Action::Update, "{'multi_az':false}", "{'multi_az':true}", ""},
    {"no standby existed", "aws_db_instance.a", Action::Update, "{'multi_az':false,'a':1}", "{'multi_az':false,'a':2}",
     ""},
    {"one of two standby settings is removed", "aws_elasticache_replication_group.a", Action::Update,
     "{'multi_az_enabled':true,'automatic_failover_enabled':true}",
     "{'multi_az_enabled':false,'automatic_failover_enabled':true}", "standby-removed"},
    {"a standby of Google is removed", "google_sql_database_instance.a", Action::Update,
     "{'settings':[{'availability_type':'REGIONAL'}]}", "{'settings':[{'availability_type':'ZONAL'}]}",
     "standby-removed"},
    {"a standby of Azure is removed", "azurerm_postgresql_flexible_server.a", Action::Update,
     "{'high_availability':[{'mode':'ZoneRedundant'}]}", "{'high_availability':[]}", "high-availability-removed"},
    {"a standby of Azure moves", "azurerm_postgresql_flexible_server.a", Action::Update,
     "{'high_availability':[{'mode':'ZoneRedundant'}]}", "{'high_availability':[{'mode':'SameZone'}]}", ""},
    {"no standby of Azure existed", "azurerm_postgresql_flexible_server.a", Action::Update,
     "{'high_availability':[],'a':1}", "{'high_availability':[],'a':2}", ""},

    {"a group is scaled to zero", "aws_autoscaling_group.a", Action::Update,
     "{'min_size':6,'max_size':12,'desired_capacity':6}", "{'min_size':0,'max_size':0,'desired_capacity':0}",
     "scaled-to-zero"},
    {"only the desired number is zero", "aws_autoscaling_group.a", Action::Update,
     "{'max_size':12,'desired_capacity':6}", "{'max_size':12,'desired_capacity':0}", "scaled-to-zero"},
    {"only the minimum is zero", "aws_autoscaling_group.a", Action::Update,
     "{'min_size':6,'max_size':12,'desired_capacity':6}", "{'min_size':0,'max_size':12,'desired_capacity':6}", ""},
    {"a group is scaled to one", "aws_autoscaling_group.a", Action::Update, "{'max_size':12,'desired_capacity':6}",
     "{'max_size':1,'desired_capacity':1}", ""},
    {"a group was at zero", "aws_autoscaling_group.a", Action::Update, "{'max_size':12,'desired_capacity':0,'a':1}",
     "{'max_size':12,'desired_capacity':0,'a':2}", ""},
    {"an empty group is created", "aws_autoscaling_group.a", Action::Create, no, "{'max_size':0,'desired_capacity':0}",
     ""},
    {"a service is scaled to zero", "aws_ecs_service.a", Action::Update, "{'desired_count':3}", "{'desired_count':0}",
     "scaled-to-zero"},
    {"a deployment is scaled to zero", "kubernetes_deployment.a", Action::Update, "{'spec':[{'replicas':'6'}]}",
     "{'spec':[{'replicas':'0'}]}", "scaled-to-zero"},
    {"a deployment is scaled to ten", "kubernetes_deployment.a", Action::Update, "{'spec':[{'replicas':'6'}]}",
     "{'spec':[{'replicas':'10'}]}", ""},
    {"a manifest is scaled to zero", "kubernetes_manifest.a", Action::Update,
     "{'manifest':{'kind':'Deployment','spec':{'replicas':3}}}",
     "{'manifest':{'kind':'Deployment','spec':{'replicas':0}}}", "scaled-to-zero"},
    {"instances of Google are scaled to zero", "google_compute_instance_group_manager.a", Action::Update,
     "{'target_size':3}", "{'target_size':0}", "scaled-to-zero"},
    {"instances of Azure are scaled to zero", "azurerm_linux_virtual_machine_scale_set.a", Action::Update,
     "{'instances':3}", "{'instances':0}", "scaled-to-zero"},
    {"a function is throttled", "aws_lambda_function.a", Action::Update, "{'reserved_concurrent_executions':-1}",
     "{'reserved_concurrent_executions':0}", "function-throttled"},
    {"a function is limited", "aws_lambda_function.a", Action::Update, "{'reserved_concurrent_executions':-1}",
     "{'reserved_concurrent_executions':5}", ""},
    {"a function was throttled", "aws_lambda_function.a", Action::Update, "{'reserved_concurrent_executions':0,'a':1}",
     "{'reserved_concurrent_executions':0,'a':2}", ""},

    {"versioning is suspended", "aws_s3_bucket_versioning.a", Action::Update,
     "{'versioning_configuration':[{'status':'Enabled'}]}", "{'versioning_configuration':[{'status':'Suspended'}]}",
     "versioning-suspended"},
    {"versioning is enabled", "aws_s3_bucket_versioning.a", Action::Update,
     "{'versioning_configuration':[{'status':'Suspended'}]}", "{'versioning_configuration':[{'status':'Enabled'}]}",
     ""},
    {"versioning was suspended", "aws_s3_bucket_versioning.a", Action::Update,
     "{'versioning_configuration':[{'status':'Suspended'}],'a':1}",
     "{'versioning_configuration':[{'status':'Suspended'}],'a':2}", ""},
    {"versioning moves to another bucket", "aws_s3_bucket_versioning.a", Action::DeleteThenCreate,
     "{'bucket':'a','versioning_configuration':[{'status':'Enabled'}]}",
     "{'bucket':'b','versioning_configuration':[{'status':'Enabled'}]}", ""},
    {"versioning of Google is removed", "google_storage_bucket.a", Action::Update, "{'versioning':[{'enabled':true}]}",
     "{'versioning':[]}", "versioning-suspended"},
    {"versioning of Azure is suspended", "azurerm_storage_account.a", Action::Update,
     "{'blob_properties':[{'versioning_enabled':true}]}", "{'blob_properties':[{'versioning_enabled':false}]}",
     "versioning-suspended"},
    {"versioning is destroyed", "aws_s3_bucket_versioning.a", Action::Delete,
     "{'versioning_configuration':[{'status':'Enabled'}]}", no, "versioning-destroyed"},
    {"suspended versioning is destroyed", "aws_s3_bucket_versioning.a", Action::Delete,
     "{'versioning_configuration':[{'status':'Suspended'}]}", no, ""},
    {"versioning is forgotten", "aws_s3_bucket_versioning.a", Action::Forget,
     "{'versioning_configuration':[{'status':'Enabled'}]}", no, ""},

    {"a trail stops", "aws_cloudtrail.a", Action::Update, "{'enable_logging':true}", "{'enable_logging':false}",
     "audit-log-off"},
    {"a trail starts", "aws_cloudtrail.a", Action::Update, "{'enable_logging':false}", "{'enable_logging':true}", ""},
    {"a trail was stopped", "aws_cloudtrail.a", Action::Update, "{'enable_logging':false,'a':1}",
     "{'enable_logging':false,'a':2}", ""},
    {"a cluster loses its audit log", "aws_eks_cluster.a", Action::Update,
     "{'enabled_cluster_log_types':['api','audit']}", "{'enabled_cluster_log_types':['api']}", "audit-log-off"},
    {"a cluster loses another log", "aws_eks_cluster.a", Action::Update,
     "{'enabled_cluster_log_types':['api','audit']}", "{'enabled_cluster_log_types':['audit']}", ""},
    {"a trail is destroyed", "aws_cloudtrail.a", Action::Delete, "{'enable_logging':true}", no, "audit-log-destroyed"},
    {"a stopped trail is destroyed", "aws_cloudtrail.a", Action::Delete, "{'enable_logging':false}", no, ""},
    {"a trail is replaced", "aws_cloudtrail.a", Action::DeleteThenCreate, "{'enable_logging':true}",
     "{'enable_logging':true}", ""},
    {"an audit configuration of Google is destroyed", "google_project_iam_audit_config.a", Action::Delete, some, no,
     "audit-log-destroyed"},
    {"a flow log is destroyed", "aws_flow_log.a", Action::Delete, some, no, "log-export-destroyed"},
    {"a diagnostic setting is destroyed", "azurerm_monitor_diagnostic_setting.a", Action::Delete, some, no,
     "log-export-destroyed"},
    {"a flow log is replaced", "aws_flow_log.a", Action::DeleteThenCreate, some, some, ""},
    {"a disabled flow log is destroyed", "azurerm_network_watcher_flow_log.a", Action::Delete, "{'enabled':false}", no,
     ""},
    {"logs are kept shorter", "aws_cloudwatch_log_group.a", Action::Update, "{'retention_in_days':365}",
     "{'retention_in_days':1}", "log-retention-shortened"},
    {"logs are kept longer", "aws_cloudwatch_log_group.a", Action::Update, "{'retention_in_days':9}",
     "{'retention_in_days':30}", ""},
    {"logs are kept forever", "aws_cloudwatch_log_group.a", Action::Update, "{'retention_in_days':365}",
     "{'retention_in_days':0}", ""},
    {"logs are no longer kept forever", "aws_cloudwatch_log_group.a", Action::Update, "{'retention_in_days':0}",
     "{'retention_in_days':365}", "log-retention-limited"},
    {"logs were kept forever", "aws_cloudwatch_log_group.a", Action::Update, "{'retention_in_days':0,'a':1}",
     "{'retention_in_days':0,'a':2}", ""},
    {"a log with a period is created", "aws_cloudwatch_log_group.a", Action::Create, no, "{'retention_in_days':1}", ""},
    {"logs of Google are kept shorter", "google_logging_project_bucket_config.a", Action::Update,
     "{'retention_days':30}", "{'retention_days':1}", "log-retention-shortened"},
    {"logs of Azure are kept shorter", "azurerm_log_analytics_workspace.a", Action::Update, "{'retention_in_days':90}",
     "{'retention_in_days':30}", "log-retention-shortened"},

    {"a listener loses TLS", "aws_lb_listener.a", Action::Update, "{'protocol':'HTTPS','port':443}",
     "{'protocol':'HTTP','port':80}", "listener-unencrypted"},
    {"a network listener loses TLS", "aws_lb_listener.a", Action::DeleteThenCreate, "{'protocol':'TLS'}",
     "{'protocol':'TCP'}", "listener-unencrypted"},
    {"a listener gets TLS", "aws_lb_listener.a", Action::Update, "{'protocol':'HTTP'}", "{'protocol':'HTTPS'}", ""},
    {"a listener had no TLS", "aws_lb_listener.a", Action::Update, "{'protocol':'HTTP','port':80}",
     "{'protocol':'HTTP','port':81}", ""},
    {"a listener that redirects is created", "aws_lb_listener.a", Action::Create, no, "{'protocol':'HTTP'}", ""},
    {"one of two encryptions is removed", "aws_opensearch_domain.a", Action::Update,
     "{'domain_endpoint_options':[{'enforce_https':true}],'node_to_node_encryption':[{'enabled':true}]}",
     "{'domain_endpoint_options':[{'enforce_https':false}],'node_to_node_encryption':[{'enabled':true}]}",
     "transit-encryption-removed"},
    {"encryption of Google is removed", "google_redis_instance.a", Action::DeleteThenCreate,
     "{'transit_encryption_mode':'SERVER_AUTHENTICATION'}", "{'transit_encryption_mode':'DISABLED'}",
     "database-lost transit-encryption-removed"},
    {"encryption is added", "aws_opensearch_domain.a", Action::Update,
     "{'domain_endpoint_options':[{'enforce_https':false}]}", "{'domain_endpoint_options':[{'enforce_https':true}]}",
     ""},
    {"encryption was off", "aws_opensearch_domain.a", Action::Update,
     "{'domain_endpoint_options':[{'enforce_https':false}],'a':1}",
     "{'domain_endpoint_options':[{'enforce_https':false}],'a':2}", ""},
    {"HTTPS is no longer required", "azurerm_linux_web_app.a", Action::Update, "{'https_only':true}",
     "{'https_only':false}", "unencrypted-allowed"},
    {"HTTPS becomes required", "azurerm_linux_web_app.a", Action::Update, "{'https_only':false}", "{'https_only':true}",
     ""},
    {"HTTPS was not required", "azurerm_linux_web_app.a", Action::Update, "{'https_only':false,'a':1}",
     "{'https_only':false,'a':2}", ""},
    {"an account allows HTTP", "azurerm_storage_account.a", Action::Update, "{'https_traffic_only_enabled':true}",
     "{'https_traffic_only_enabled':false}", "unencrypted-allowed"},
    {"a distribution allows HTTP", "aws_cloudfront_distribution.a", Action::Update,
     "{'default_cache_behavior':[{'viewer_protocol_policy':'redirect-to-https'}]}",
     "{'default_cache_behavior':[{'viewer_protocol_policy':'allow-all'}]}", "unencrypted-port-opened"},
    {"a distribution redirects to HTTPS", "aws_cloudfront_distribution.a", Action::Update,
     "{'default_cache_behavior':[{'viewer_protocol_policy':'allow-all'}]}",
     "{'default_cache_behavior':[{'viewer_protocol_policy':'redirect-to-https'}]}", ""},
    {"a distribution allowed HTTP", "aws_cloudfront_distribution.a", Action::Update,
     "{'default_cache_behavior':[{'viewer_protocol_policy':'allow-all'}],'a':1}",
     "{'default_cache_behavior':[{'viewer_protocol_policy':'allow-all'}],'a':2}", ""},
    {"a database of Google allows plain text", "google_sql_database_instance.a", Action::Update,
     "{'settings':[{'ip_configuration':[{'ssl_mode':'ENCRYPTED_ONLY'}]}]}",
     "{'settings':[{'ip_configuration':[{'ssl_mode':'ALLOW_UNENCRYPTED_AND_ENCRYPTED'}]}]}", "unencrypted-port-opened"},
    {"an ingress loses TLS", "kubernetes_ingress_v1.a", Action::Update,
     "{'spec':[{'tls':[{'hosts':['h'],'secret_name':'s'}]}]}", "{'spec':[{'tls':[]}]}", "ingress-unencrypted"},
    {"an ingress gets another certificate", "kubernetes_ingress_v1.a", Action::Update,
     "{'spec':[{'tls':[{'hosts':['h'],'secret_name':'s'}]}]}", "{'spec':[{'tls':[{'hosts':['h'],'secret_name':'t'}]}]}",
     ""},
    {"an ingress had no TLS", "kubernetes_ingress_v1.a", Action::Update, "{'spec':[{'tls':[]}],'a':1}",
     "{'spec':[{'tls':[]}],'a':2}", ""},
    {"a key is disabled", "aws_kms_key.a", Action::Update, "{'is_enabled':true}", "{'is_enabled':false}",
     "key-disabled"},
    {"a key is enabled", "aws_kms_key.a", Action::Update, "{'is_enabled':false}", "{'is_enabled':true}", ""},
    {"a key was disabled", "aws_kms_key.a", Action::Update, "{'is_enabled':false,'a':1}", "{'is_enabled':false,'a':2}",
     ""},
    {"rotation of a key is turned off", "aws_kms_key.a", Action::Update,
     "{'is_enabled':true,'enable_key_rotation':true}", "{'is_enabled':true,'enable_key_rotation':false}", ""},
    {"a secret of Google is disabled", "google_secret_manager_secret_version.a", Action::Update, "{'enabled':true}",
     "{'enabled':false}", "key-disabled"},
    {"a lock is destroyed", "azurerm_management_lock.a", Action::Delete, some, no, "deletion-lock-destroyed"},
    {"a lock is updated", "azurerm_management_lock.a", Action::Update, some, some, ""},
    {"a lock is replaced", "azurerm_management_lock.a", Action::DeleteThenCreate, some, some, ""},

    {"a zone of Azure is replaced", "azurerm_dns_zone.a", Action::DeleteThenCreate, some, some, "dns-zone-lost"},
    {"a zone is updated", "aws_route53_zone.a", Action::Update, some, some, ""},
    {"a zone is forgotten", "aws_route53_zone.a", Action::Forget, some, no, ""},
    {"a record is destroyed", "aws_route53_record.a", Action::Delete,
     "{'name':'shop.example.com','records':['192.0.2.1']}", no, "dns-record-lost"},
    {"a record gets another name", "aws_route53_record.a", Action::DeleteThenCreate, "{'name':'a.example.com'}",
     "{'name':'b.example.com'}", "dns-record-lost"},
    {"a record keeps its name", "aws_route53_record.a", Action::DeleteThenCreate, "{'name':'a.example.com','type':'A'}",
     "{'name':'a.example.com','type':'CNAME'}", ""},
    {"a record for a certificate is destroyed", "aws_route53_record.a", Action::Delete,
     "{'name':'_a.example.com','records':['_b.acm-validations.aws.']}", no, ""},
    {"a record is updated", "aws_route53_record.a", Action::Update, "{'name':'a','records':['192.0.2.1']}",
     "{'name':'a','records':['192.0.2.2']}", ""},
    {"a record of Azure is destroyed", "azurerm_dns_a_record.a", Action::Delete, "{'name':'@'}", no, "dns-record-lost"},
    {"a record of Google is destroyed", "google_dns_record_set.a", Action::Delete, "{'name':'a.example.com.'}", no,
     "dns-record-lost"},
    {"an address is destroyed", "aws_eip.a", Action::Delete, "{'public_ip':'192.0.2.1'}", no, "public-address-lost"},
    {"an address is replaced", "azurerm_public_ip.a", Action::DeleteThenCreate, "{'allocation_method':'Static'}",
     "{'allocation_method':'Static'}", "public-address-lost"},
    {"a dynamic address is destroyed", "azurerm_public_ip.a", Action::Delete, "{'allocation_method':'Dynamic'}", no,
     ""},
    {"an internal address is destroyed", "google_compute_address.a", Action::Delete, "{'address_type':'INTERNAL'}", no,
     ""},
    {"an address is updated", "aws_eip.a", Action::Update, some, some, ""},

    {"a policy gets all of a service", "aws_iam_policy.a", Action::Update, allowGet, allowS3, "policy-allows-service"},
    {"a policy allowed all of a service", "aws_iam_policy.a", Action::Update, allowS3, allowS3AndGet, ""},
    {"a policy gets all actions with a prefix", "aws_iam_policy.a", Action::Update, allowGet, allowGetAll, ""},
    {"a policy denies all of a service", "aws_iam_policy.a", Action::Update, allowGet, denyS3, ""},
    {"a role definition gets all of a service", "azurerm_role_definition.a", Action::Update,
     "{'permissions':[{'actions':['Microsoft.Storage/*/read']}]}",
     "{'permissions':[{'actions':['Microsoft.Storage/*']}]}", "role-definition-allows-service"},
    {"a role definition gets all of a type", "azurerm_role_definition.a", Action::Update,
     "{'permissions':[{'actions':['Microsoft.Storage/*/read']}]}",
     "{'permissions':[{'actions':['Microsoft.Storage/storageAccounts/*']}]}", ""},
    {"a role definition allowed all of a service", "azurerm_role_definition.a", Action::Update,
     "{'permissions':[{'actions':['Microsoft.Storage/*']}]}",
     "{'permissions':[{'actions':['Microsoft.Storage/*','Microsoft.Web/sites/read']}]}", ""},
    {"a role definition allows everything", "azurerm_role_definition.a", Action::Create, no,
     "{'permissions':[{'actions':['*']}]}", "role-definition-allows-everything"},
    {"a role definition allows reading everything", "azurerm_role_definition.a", Action::Create, no,
     "{'permissions':[{'actions':['*/read']}]}", ""},
    {"a role definition allowed everything", "azurerm_role_definition.a", Action::Update,
     "{'permissions':[{'actions':['*']}],'a':1}", "{'permissions':[{'actions':['*']}],'a':2}", ""},
    {"a statement that denies is removed", "aws_iam_policy.a", Action::Update, denyAndAllow, allowGet, "deny-removed"},
    {"a statement that denies is changed", "aws_iam_policy.a", Action::Update, denyAndAllow, denyS3, ""},
    {"a statement that allows is removed", "aws_iam_policy.a", Action::Update, denyAndAllow, denyDelete, ""},
    {"a statement that denies is added", "aws_iam_policy.a", Action::Update, allowGet, denyAndAllow, ""},
    {"a policy that denies is destroyed", "aws_s3_bucket_policy.a", Action::Delete, denyS3, no, "deny-destroyed"},
    {"a policy that allows is destroyed", "aws_s3_bucket_policy.a", Action::Delete, allowGet, no, ""},
    {"a queue with its policy is destroyed", "aws_sqs_queue.a", Action::Delete, denyS3, no, ""},
    {"a policy that denies is replaced", "aws_s3_bucket_policy.a", Action::DeleteThenCreate, denyS3, denyS3, ""},
    {"a deny policy of Google is destroyed", "google_iam_deny_policy.a", Action::Delete, some, no,
     "deny-policy-destroyed"},
    {"a deny policy of Google is updated", "google_iam_deny_policy.a", Action::Update, some, some, ""},
    {"a deny policy of Google is replaced", "google_iam_deny_policy.a", Action::DeleteThenCreate, some, some, ""},
    {"a group loses a deny rule", "azurerm_network_security_group.a", Action::Update,
     "{'security_rule':[{'name':'a','access':'Deny'},{'name':'b','access':'Allow'}]}",
     "{'security_rule':[{'name':'b','access':'Allow'}]}", "deny-rule-removed"},
    {"a group loses an allow rule", "azurerm_network_security_group.a", Action::Update,
     "{'security_rule':[{'name':'a','access':'Deny'},{'name':'b','access':'Allow'}]}",
     "{'security_rule':[{'name':'a','access':'Deny'}]}", ""},
    {"a deny rule of a group is changed", "azurerm_network_security_group.a", Action::Update,
     "{'security_rule':[{'name':'a','access':'Deny'}]}", "{'security_rule':[{'name':'c','access':'Deny'}]}", ""},
    {"a deny rule is destroyed", "azurerm_network_security_rule.a", Action::Delete, "{'access':'Deny'}", no,
     "deny-rule-destroyed"},
    {"an allow rule is destroyed", "azurerm_network_security_rule.a", Action::Delete, "{'access':'Allow'}", no, ""},
    {"a deny rule is replaced", "azurerm_network_security_rule.a", Action::DeleteThenCreate, "{'access':'Deny'}",
     "{'access':'Deny'}", ""},
    {"a deny rule of Google is destroyed", "google_compute_firewall.a", Action::Delete, "{'deny':[{'protocol':'all'}]}",
     no, "deny-rule-destroyed"},
};

} // namespace

/// Changes that stop a service, or remove what protects it.
class TestOutages final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsOutages_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < int(std::size(cases)); ++i)
            QTest::newRow(cases[i].name) << i;
    }
    void findsOutages() {
        QFETCH(int, number);
        QCOMPARE(findingsOf(cases[number]), QString::fromLatin1(cases[number].rules));
    }

    void unknownValuesAreNoFindings_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < int(std::size(cases)); ++i)
            if (cases[i].action == Action::Update && *cases[i].rules)
                QTest::newRow(cases[i].name) << i;
    }
    void unknownValuesAreNoFindings() {
        QFETCH(int, number);
        const RuleCase& given = cases[number];
        auto made = std::make_shared<plans::ResourceInstanceChange>(
            *change(given.address, given.action, given.before, given.after));
        std::vector<std::pair<std::string, Value>> attributes;
        for (std::size_t i = 0; i < made->change.after.size(); ++i)
            attributes.emplace_back(made->change.after.key(i), Value::unknown(made->change.after.element(i).type()));
        made->change.after = Value::object(std::move(attributes));
        plans::Plan plan;
        plan.changes.add(made);
        QCOMPARE(printed(risk::findings(plan, risk::builtInRules())), QString());
    }

    void reportsEachRiskOfAnObject() {
        plans::Plan plan;
        plan.changes.add(change("aws_db_instance.a", Action::Update,
                                "{'backup_retention_period':35,'multi_az':true,'skip_final_snapshot':false}",
                                "{'backup_retention_period':0,'multi_az':false,'skip_final_snapshot':true}"));
        QCOMPARE(printed(risk::findings(plan, risk::builtInRules())),
                 QStringLiteral("backups-off final-snapshot-off standby-removed"));
    }
};

QTEST_APPLESS_MAIN(TestOutages)
#include "tst_outages.moc"
