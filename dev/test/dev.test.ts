import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../src/settings.ts'

it('pnpm dev runs the service on the stack until Ctrl-C', async () => {
  const { root } = readSettings()
  const child = spawn(process.execPath, [join(root, 'dev/src/dev.ts'), '--no-samples'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    if (printed.includes('Try it:')) child.kill('SIGINT')
  }
  if (child.exitCode === null) await once(child, 'exit')
  expect(printed).toContain('Walkaround is running.')
  expect(child.exitCode).toBe(0)
})
