import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { host } from './settings.ts'

/** The console from its sources: the page changes when they do. It asks the service at `serviceUrl` how to sign in. */
export function serveConsole(root: string, port: number, serviceUrl: string): ChildProcess {
  const vite = join(root, 'console/node_modules/vite/bin/vite.js')
  const args = [vite, '--host', host, '--port', `${port}`, '--strictPort', '--logLevel', 'warn']
  return spawn(process.execPath, args, {
    cwd: join(root, 'console'),
    env: { ...process.env, WALKAROUND_URL: serviceUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** What the service serves in place of a build: a page that leads to the same address of the served sources. */
export function writeConsoleSignpost(dir: string, consoleUrl: string): string {
  mkdirSync(join(dir, 'assets'), { recursive: true })
  const script = '/console/assets/to-sources.js'
  writeFileSync(
    join(dir, 'index.html'),
    `<!doctype html><title>Walkaround</title><script src="${script}"></script>`,
  )
  writeFileSync(
    join(dir, 'assets/to-sources.js'),
    `location.replace(${JSON.stringify(consoleUrl)} + location.pathname + location.search)`,
  )
  return dir
}
