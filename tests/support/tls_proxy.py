# SPDX-License-Identifier: MPL-2.0
"""A proxy for HTTPS (HTTPS_PROXY) that answers in the place of the servers, for servers of this folder. Their
certificate is signed by DIRECTORY/authority.pem (SSL_CERT_FILE)."""
import os
import ssl
import subprocess


def make_certificate(directory, hosts):
    """An authority and a certificate for these hosts, with the program openssl. Returns the context of servers."""

    def path_in(name):
        return os.path.join(directory, name)

    def run(*options):
        subprocess.run(["openssl", *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    new = ["-newkey", "rsa:2048", "-nodes"]
    authority = ["-keyout", path_in("authority.key"), "-out", path_in("authority.pem")]
    run("req", "-x509", *new, "-days", "2", "-subj", "/CN=authority", *authority)
    run("req", *new, "-subj", "/CN=service", "-keyout", path_in("service.key"), "-out", path_in("service.csr"))
    with open(path_in("service.ext"), "w", encoding="utf-8") as file:
        file.write("subjectAltName=" + ",".join("DNS:" + name for name in hosts) + "\n")
    signer = ["-CA", path_in("authority.pem"), "-CAkey", path_in("authority.key"), "-CAcreateserial"]
    request = ["-req", "-in", path_in("service.csr"), "-days", "2", "-extfile", path_in("service.ext")]
    run("x509", *request, *signer, "-out", path_in("service.pem"))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(path_in("service.pem"), path_in("service.key"))
    return tls


class ProxyHandler:
    """Beside FaultyHandler. A subclass has the attribute `context`; `host` is the server that a request is for."""

    host = ""

    def do_CONNECT(self):
        self.host = self.path.partition(":")[0]
        self.send_response_only(200)
        self.end_headers()
        try:
            self.connection = self.context.wrap_socket(self.connection, server_side=True)
        except OSError:
            self.close_connection = True
            return
        self.rfile = self.connection.makefile("rb")
        self.wfile.close()
        self.wfile = self.connection.makefile("wb", 0)
        self.close_connection = False
