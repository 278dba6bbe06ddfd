import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { requireServerProgram, runServerProgram } from './server-program.ts'
import { oneOf } from './values.ts'

const ROLES = ['api', 'worker', 'all'] as const
/** Models ask for large pieces of memory and give them back. From this size on glibc gives them back to the system too. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '2097152' }

/** Runs the service in the foreground. It restarts nothing: that is the business of systemd, Kubernetes or whoever watches. */
export const SERVE: Command = {
  name: 'serve',
  summary: 'Run the service with settings from the environment',
  options: {
    role: { value: 'ROLE', means: 'api, worker or all; default all' },
    migrate: { means: 'migrate the database first; needs DATABASE_OWNER_URL' },
  },
  run: async ({ text, flag, env, terminal, signal }) => {
    requireServerProgram('api.ts')
    const role = oneOf('role', text('role'), ROLES) ?? 'all'
    if (flag('migrate')) {
      const code = runServerProgram('migrate.ts', [], env)
      if (code !== 0) return code
    }
    // Only migrations may use the role that owns the tables.
    const { DATABASE_OWNER_URL: _owner, ...settings } = env
    const names = role === 'all' ? ['api', 'worker'] : [role]
    const children = names.map((name) => ({
      name,
      child: spawn(process.execPath, [requireServerProgram(`${name}.ts`)], {
        env: { ...MEMORY, ...settings },
        stdio: 'inherit',
      }),
    }))
    const stop = () => {
      for (const { child } of children) child.kill('SIGTERM')
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    const endings = children.map(async ({ name, child }) => ({ name, code: await codeOf(child) }))
    const first = await Promise.race(endings)
    if (!signal.aborted) {
      terminal.note(`${first.name} exited with code ${first.code}; stopping.`)
      stop()
    }
    const codes = (await Promise.all(endings)).map(({ code }) => code)
    if (signal.aborted) return codes.find((code) => code !== 0) ?? EXIT.ok.code
    // An ending that nobody asked for is a failure, also a calm one.
    return first.code || EXIT.failed.code
  },
}

async function codeOf(child: ChildProcess): Promise<number> {
  const [code, signal] = await once(child, 'exit')
  if (typeof code === 'number') return code
  return signal ? 1 : 0
}
