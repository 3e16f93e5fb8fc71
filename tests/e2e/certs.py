# SPDX-License-Identifier: MIT
"""An authority and certificates for tests, good ones and bad ones."""

import os
import time

from server import run


class Certs:
    """Certificates, by `openssl ca`, which lets us choose the times."""

    CONFIG = """
[ca]
default_ca = own
[own]
database = {dir}/index
serial = {dir}/serial
new_certs_dir = {dir}
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
"""

    def __init__(self, directory):
        self.dir = os.path.join(directory, "certs")
        os.mkdir(self.dir)
        self._write("index", "")
        self._write("serial", "1000\n")
        self._write("conf", self.CONFIG.format(dir=self.dir))
        self.ca = self.authority("ca")
        self.good = self.cert("good", self.ca)

    def _write(self, name, text):
        with open(os.path.join(self.dir, name), "w", encoding="ascii") as f:
            f.write(text)
        return os.path.join(self.dir, name)

    def _request(self, name, common):
        key, csr = (os.path.join(self.dir, name + x) for x in (".key", ".csr"))
        run("openssl", "req", "-new", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", csr,
            "-config", os.path.join(self.dir, "conf"), "-subj", "/CN=" + common)
        return key, csr

    def _sign(self, name, common, issuer, extensions, start, end):
        key, csr = self._request(name, common)
        pem = os.path.join(self.dir, name + ".pem")
        ext = self._write(name + ".ext", extensions)
        who = ["-selfsign", "-keyfile", key] if issuer is None else \
            ["-cert", issuer[0], "-keyfile", issuer[1]]
        run("openssl", "ca", "-batch", "-notext", "-config",
            os.path.join(self.dir, "conf"), "-in", csr, "-out", pem,
            "-extfile", ext, "-startdate", start, "-enddate", end, *who)
        return pem, key

    @staticmethod
    def date(days):
        return time.strftime("%Y%m%d%H%M%SZ",
                             time.gmtime(time.time() + days * 86400))

    def authority(self, name, issuer=None, ca="TRUE"):
        """(pem, key) of an authority, its own or below another one."""
        ext = f"basicConstraints = critical,CA:{ca}\n"
        if ca == "TRUE":
            ext += "keyUsage = critical,keyCertSign,cRLSign\n"
        return self._sign(name, "Test " + name, issuer, ext, self.date(-2),
                          self.date(30))

    def cert(self, name, issuer, hosts="DNS:localhost,IP:127.0.0.1",
             usage="serverAuth", days=(-1, 30), chain=()):
        """(pem, key) of a server's certificate; chain: authorities to send
        along. issuer None: it is signed by itself."""
        ext = ("basicConstraints = critical,CA:FALSE\n"
               "keyUsage = critical,digitalSignature\n"
               f"extendedKeyUsage = {usage}\nsubjectAltName = {hosts}\n")
        pem, key = self._sign(name, name, issuer, ext, self.date(days[0]),
                              self.date(days[1]))
        with open(pem, "ab") as out:
            for above in chain:
                with open(above[0], "rb") as more:
                    out.write(more.read())
        return pem, key
