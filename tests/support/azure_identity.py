# SPDX-License-Identifier: MPL-2.0
"""The services of Azure that issue tokens and access keys, for azure_server.py.

Microsoft Entra ID of three clouds and of the cloud that metadata.test describes, Azure Resource Manager, the endpoints
for managed identities, and services that issue identity tokens (oidc.test). The tenant is "tenant-1", the client
"client-1", its secret "client-secret" or the certificate in DIRECTORY/certificate.pem, an identity token
"identity-secret". The storage account is in the group "group-1" of the subscription "subscription-1".

DIRECTORY/lifetime can shorten the life of tokens (seconds).
"""
import base64
import json
import os
import subprocess
import tempfile
import time
import urllib.parse

CLOUDS = {
    "windows.net": ("login.microsoftonline.com", "management.azure.com", "https://management.core.windows.net/"),
    "usgovcloudapi.net": (
        "login.microsoftonline.us",
        "management.usgovcloudapi.net",
        "https://management.core.usgovcloudapi.net/",
    ),
    "chinacloudapi.cn": (
        "login.chinacloudapi.cn",
        "management.chinacloudapi.cn",
        "https://management.core.chinacloudapi.cn/",
    ),
    "stack.test": ("login.stack.test", "management.stack.test", "https://audience.stack.test"),
}
IMDS = "169.254.169.254"
STORAGE = "https://storage.azure.com"


def hosts(account):
    """All hosts that need a certificate."""
    names = ["metadata.test", "oidc.test"]
    for domain, (login, management, _) in CLOUDS.items():
        names += [login, management, account + ".blob." + ("" if domain == "stack.test" else "core.") + domain]
    return names


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def encoded(claims):
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")


class Identity:
    def __init__(self, directory, account, key):
        self.directory, self.account, self.key = directory, account, key
        # Those of the Azure CLI, which a script of the tests prints, are known from the start.
        self.tokens = {"token-secret-cli-0": STORAGE, "token-secret-cli-1": CLOUDS["windows.net"][2].rstrip("/")}

    def path_in(self, name):
        return os.path.join(self.directory, name)

    def lifetime(self):
        try:
            with open(self.path_in("lifetime"), encoding="utf-8") as file:
                return int(file.read())
        except FileNotFoundError:
            return 3600

    def issue(self, source, resource):
        """A token with the claims that azurite checks; it does not check signatures."""
        audience, now = resource.removesuffix("/.default").rstrip("/"), int(time.time())
        issuer = "https://sts.windows.net/tenant-1/"
        claims = {"aud": audience, "iss": issuer, "iat": now - 60, "nbf": now - 60, "exp": now + 3600}
        token = f"{encoded({'typ': 'JWT', 'alg': 'none'})}.{encoded(claims)}.token-secret-{source}-{len(self.tokens)}"
        self.tokens[token] = audience
        return token

    def is_valid(self, handler, resource):
        bearer = handler.headers.get("Authorization", "").removeprefix("Bearer ")
        return self.tokens.get(bearer) == resource.rstrip("/")

    def source_of(self, handler):
        """What a token was issued for, for the list of requests."""
        bearer = handler.headers.get("Authorization", "").removeprefix("Bearer ")
        return bearer.rpartition("token-secret-")[2].rpartition("-")[0] if bearer in self.tokens else "-"

    def respond(self, handler, host, body):
        """The response of a service; None if the request is for none of them."""
        path, _, text = handler.path.partition("?")
        query = dict(urllib.parse.parse_qsl(text, keep_blank_values=True))
        form = dict(urllib.parse.parse_qsl(body.decode("utf-8", "replace")))
        for login, management, audience in CLOUDS.values():
            if host == login:
                return self.entra(login, path, form)
            if host == management:
                return self.management(handler, path, audience)
        if host == "metadata.test":
            return self.metadata(path)
        if host == "oidc.test":
            return self.identity_token(handler, path, query)
        if host == IMDS or path.startswith("/identity/"):
            return self.managed(handler, host, path, query, form)
        return None

    def metadata(self, path):
        if path != "/metadata/endpoints":
            return 404, {}
        login, management, audience = CLOUDS["stack.test"]
        return 200, {
            "authentication": {"loginEndpoint": f"https://{login}/", "audiences": [audience, "other"]},
            "resourceManager": f"https://{management}",
            "suffixes": {"storage": "stack.test"},
        }

    def assertion_problem(self, assertion, host):
        """Why a signed assertion is not valid; an empty text if it is."""
        if assertion == "identity-secret":
            return ""
        if assertion.count(".") != 2:
            return "AADSTS50027: JWT token is invalid or malformed."
        header, claims, signature = assertion.split(".")
        certificate = self.path_in("certificate.pem")
        run = lambda *options, **more: subprocess.run(["openssl", *options], capture_output=True, check=False, **more)
        der = run("x509", "-in", certificate, "-outform", "DER").stdout
        thumbprint = run("dgst", "-sha256", "-binary", input=der).stdout
        fields = json.loads(decoded(header))
        if fields.get("alg") != "PS256" or decoded(fields["x5t#S256"]) != thumbprint:
            return "AADSTS700027: The certificate with this thumbprint is not registered."
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("key", run("x509", "-in", certificate, "-noout", "-pubkey").stdout), ("signature", decoded(signature))):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            verify = ["-verify", os.path.join(folder, "key"), "-signature", os.path.join(folder, "signature")]
            options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"]
            if run("dgst", "-sha256", *options, *verify, input=f"{header}.{claims}".encode()).returncode:
                return "AADSTS700027: Client assertion failed signature validation."
        fields = json.loads(decoded(claims))
        is_own = fields["iss"] == fields["sub"] == "client-1" and f"https://{host}/tenant-1/" in fields["aud"]
        is_timely = fields.get("nbf", 0) <= time.time() <= fields["exp"]
        return "" if is_own and is_timely and fields["jti"] else "AADSTS50013: Assertion is invalid."

    def entra(self, host, path, form):
        if path == "/common/discovery/instance":  # only OpenTofu asks for this
            tenant = f"https://{host}/tenant-1/v2.0/.well-known/openid-configuration"
            return 200, {"tenant_discovery_endpoint": tenant, "metadata": []}
        if path.endswith("/.well-known/openid-configuration"):
            own = f"https://{host}/{path.split('/')[1]}"
            return 200, {
                "token_endpoint": own + "/oauth2/v2.0/token",
                "authorization_endpoint": own + "/oauth2/v2.0/authorize",
                "issuer": own + "/v2.0",
            }
        if not path.endswith("/oauth2/v2.0/token") or form.get("grant_type") != "client_credentials":
            return 404, {"error": "not_found"}
        problem, source = "", "certificate"
        if path.split("/")[1] != "tenant-1":
            problem = "AADSTS90002: Tenant 'other' not found."
        elif form.get("client_id") != "client-1":
            problem = "AADSTS700016: Application with identifier 'other' was not found in the directory."
        elif "client_assertion" in form:
            problem = self.assertion_problem(form["client_assertion"], host)
            source = "identity" if form["client_assertion"] == "identity-secret" else source
        else:
            problem = "" if form.get("client_secret") == "client-secret" else "AADSTS7000215: Invalid client secret provided."
            source = "client"
        if problem:
            description = problem + " Trace ID: 1 Correlation ID: 2 Timestamp: 3"
            return 401, {"error": "invalid_client", "error_description": description, "error_codes": [1]}
        scopes = [scope for scope in form["scope"].split() if scope.endswith("/.default")]
        token = self.issue(source, scopes[0])
        return 200, {"token_type": "Bearer", "expires_in": self.lifetime(), "ext_expires_in": 3600, "access_token": token}

    def management(self, handler, path, audience):
        if not self.is_valid(handler, audience):
            return 401, {"error": {"code": "InvalidAuthenticationToken", "message": "The access token is invalid."}}
        expected = "/subscriptions/{}/resourceGroups/group-1/providers/Microsoft.Storage/storageAccounts/{}/listKeys"
        if handler.command != "POST" or path != expected.format("subscription-1", self.account):
            message = "Resource group 'other' could not be found."
            return 404, {"error": {"code": "ResourceGroupNotFound", "message": message}}
        value = base64.b64encode(self.key).decode()
        return 200, {"keys": [{"keyName": "key1", "value": value, "permissions": "FULL"}]}

    def identity_token(self, handler, path, query):
        """An identity token of GitHub Actions or Azure DevOps."""
        if handler.headers.get("Authorization") != "Bearer request-secret":
            return 401, {"message": "the request token is not valid"}
        if path == "/github" and query.get("audience", "").startswith("api://AzureADTokenExchange"):
            return 200, {"count": 1, "value": "identity-secret"}
        if path == "/devops" and handler.command == "POST" and query.get("serviceConnectionId") == "connection-1":
            return 200, {"oidcToken": "identity-secret"}
        return 400, {"message": "unknown audience or connection"}

    def managed(self, handler, host, path, query, form):
        """The endpoints of machines, App Service, Azure ML, Cloud Shell, Service Fabric and Azure Arc."""
        header = handler.headers.get
        if host == IMDS:
            kind, known = "machine", header("Metadata") == "true" and query.get("api-version") == "2018-02-01"
        else:
            kind = path.rpartition("/")[2]
            known = {
                "app": header("X-IDENTITY-HEADER") == "header-secret" and query.get("api-version") == "2019-08-01",
                "ml": header("secret") == "header-secret" and query.get("api-version") == "2017-09-01",
                "shell": handler.command == "POST" and header("Metadata") == "true" and "resource" in form,
                "fabric": header("Secret") == "header-secret" and query.get("api-version") == "2019-07-01-preview",
                "arc": query.get("api-version") == "2020-06-01" and header("Metadata") == "true",
            }.get(kind, False)
        if kind == "arc" and header("Authorization") != "Basic arc-secret":
            return 401, {}, [("Www-Authenticate", "Basic realm=" + self.path_in("arc/token.key"))]
        if not known:
            return 400, {"error": "invalid_request", "error_description": "Required metadata header not specified"}
        client = query.get("client_id", query.get("clientid", ""))
        if client == "other":
            return 400, {"error": "invalid_request", "error_description": "Identity not found"}
        token = self.issue(kind + ("-" + client if client else ""), query.get("resource", form.get("resource", "")))
        seconds = self.lifetime()
        times = {"expires_in": str(seconds), "expires_on": str(int(time.time()) + seconds)}
        if kind in ("app", "ml", "fabric"):
            del times["expires_in"]
        return 200, {"access_token": token, "token_type": "Bearer", **times}
