# SPDX-License-Identifier: MIT
"""A browser for tests: Debian's Chromium, driven over plain HTTP by its
driver, as the WebDriver specification has it. Everything stays on
127.0.0.1."""
import base64
import http.client
import json
import os
import shutil
import subprocess
import tempfile
import time

ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
KEYS = {'Left': '\ue012', 'Up': '\ue013', 'Right': '\ue014',
        'Down': '\ue015', 'Home': '\ue011', 'End': '\ue010',
        'Shift': '\ue008', 'Tab': '\ue004', 'Enter': '\ue007',
        'Space': '\ue00d'}


# Seconds until the driver says that a script does not end; it must have said
# so before its answer is no longer waited for.
SCRIPT = 120
ANSWER = 2 * SCRIPT


class Browser:
    def __init__(self, width=1280, height=1000):
        self.home = tempfile.mkdtemp(prefix='paquebot-browser-')
        self.driver = subprocess.Popen(
            ['chromedriver', '--port=0', '--allowed-ips=127.0.0.1'],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=dict(os.environ, HOME=self.home, TMPDIR=self.home))
        self.port = self._port()
        args = ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage',
                f'--user-data-dir={self.home}/profile',
                '--disable-background-networking', '--no-first-run',
                '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1']
        if os.geteuid() == 0:
            args.append('--no-sandbox')
        made = self._call('POST', '/session', {'capabilities': {'alwaysMatch': {
            'browserName': 'chrome',
            'timeouts': {'script': 1000 * SCRIPT},
            'goog:loggingPrefs': {'performance': 'ALL', 'browser': 'ALL'},
            'goog:chromeOptions': {'args': args,
                                   'binary': '/usr/bin/chromium'}}}})
        self.base = '/session/' + made['sessionId']
        self.size(width, height)

    def _port(self):
        for line in self.driver.stdout:
            if 'successfully on port' in line:
                return int(line.rsplit('port', 1)[1].strip(' .\n'))
        raise RuntimeError('the driver does not start')

    def _call(self, method, path, body=None):
        c = http.client.HTTPConnection('127.0.0.1', self.port,
                                       timeout=ANSWER)
        c.request(method, path, None if body is None else json.dumps(body),
                  {'Content-Type': 'application/json'})
        answer = json.loads(c.getresponse().read())['value']
        c.close()
        if isinstance(answer, dict) and 'error' in answer:
            raise RuntimeError(f"{answer['error']}: {answer['message'][:400]}")
        return answer

    def close(self):
        try:
            self._call('DELETE', self.base)
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.home, ignore_errors=True)

    def cdp(self, command, **params):
        return self._call('POST', self.base + '/goog/cdp/execute',
                          {'cmd': command, 'params': params})

    def size(self, width, height, **more):
        self.cdp('Emulation.setDeviceMetricsOverride', width=width,
                 height=height, deviceScaleFactor=1, mobile=width < 500,
                 **more)

    def go(self, url):
        self._call('POST', self.base + '/url', {'url': url})

    def js(self, script, *args):
        return self._call('POST', self.base + '/execute/sync',
                          {'script': script, 'args': list(args)})

    def js_async(self, script, *args):
        return self._call('POST', self.base + '/execute/async',
                          {'script': script, 'args': list(args)})

    def find(self, css):
        return self._call('POST', self.base + '/element', {
            'using': 'css selector', 'value': css})

    def click(self, css):
        path = f'{self.base}/element/{self.find(css)[ELEMENT]}/click'
        self._call('POST', path, {})

    def keys(self, *names):
        """The last is pressed while the others are held."""
        down = [{'type': 'keyDown', 'value': KEYS[n]} for n in names]
        up = [{'type': 'keyUp', 'value': KEYS[n]} for n in reversed(names)]
        self._call('POST', self.base + '/actions', {'actions': [
            {'type': 'key', 'id': 'keyboard', 'actions': down + up}]})

    def requests(self):
        """URLs asked for since the last call, but for what pages of the
        browser itself do, which some versions have open beside ours."""
        found = []
        for entry in self._call('POST', self.base + '/se/log',
                                {'type': 'performance'}):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                if not message['params']['documentURL'].startswith('chrome'):
                    found.append(message['params']['request']['url'])
        return found

    def complaints(self):
        """What the browser wrote to its console."""
        return [e['message'] for e in self._call(
            'POST', self.base + '/se/log', {'type': 'browser'})]

    def picture(self, path):
        data = self._call('GET', self.base + '/screenshot')
        with open(path, 'wb') as f:
            f.write(base64.b64decode(data))

    def wait(self, script, seconds=60):
        """What the script returns as soon as it is true. A machine that stood
        still for longer than seconds is asked once more."""
        end = time.monotonic() + seconds
        while True:
            over = time.monotonic() >= end
            value = self.js(script)
            if value or over:
                return value
            time.sleep(0.05)
