import { expect, it } from 'vitest'
import { hasBrowser } from '../src/browser.ts'

it.each<[string, NodeJS.Platform, NodeJS.ProcessEnv, boolean]>([
  ['a desktop', 'linux', { DISPLAY: ':0' }, true],
  ['a desktop on Wayland', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['a server or a container', 'linux', {}, false],
  ['a Mac', 'darwin', {}, true],
  ['a Mac over SSH', 'darwin', { SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' }, false],
  ['a forwarded display over SSH', 'linux', { DISPLAY: ':10', SSH_TTY: '/dev/pts/0' }, false],
])('%s', (_, platform, env, expected) => expect(hasBrowser(env, platform)).toBe(expected))
