import type { Log } from './log.ts'

/** Runs `drain` once on SIGTERM or SIGINT; a second signal ends the process at once. */
export function onStopSignal(log: Log, drain: () => Promise<void>): void {
  let draining = false
  const stop = (signal: string) => {
    if (draining) process.exit(1)
    draining = true
    log.info({ signal }, 'stopping: finishing accepted requests and jobs')
    drain().then(
      () => {
        log.info('stopped')
        log.flush(() => process.exit(0))
      },
      (error) => {
        log.error({ err: error }, 'could not stop cleanly')
        log.flush(() => process.exit(1))
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
