import { spawn } from 'node:child_process'

/** Whether a browser can be opened that reaches this machine's loopback: not in a container, not over SSH. */
export function hasBrowser(env: NodeJS.ProcessEnv, platform = process.platform): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Opens the person's browser where there is one; the address is on the screen in any case. */
export function openBrowser(address: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
