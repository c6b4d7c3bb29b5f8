# SPDX-License-Identifier: MPL-2.0
"""The server of state_server.py with the faults of faulty_server.py: http_server.py DIRECTORY"""
import sys

import faulty_server
import state_server


class Handler(faulty_server.FaultyHandler):
    faults = faulty_server.Faults(sys.argv[1])

    def carry_out(self, body):
        with state_server.mutex:
            return *state_server.carry_out(self.command, body), []

    def error_of(self, _status):
        return b""

    def line_of(self, _body):
        return self.command + " " + self.path

    do_LOCK = do_UNLOCK = faulty_server.FaultyHandler.handle_request


faulty_server.FaultyServer(("127.0.0.1", 0), Handler).serve()
