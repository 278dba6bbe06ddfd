import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

// Nothing that identifies a person or opens a door reaches a log line, also when somebody logs a whole object.
const SECRET_KEYS = [
  'authorization',
  'token',
  'password',
  'secret',
  'url',
  'path',
  'plate',
  'vin',
  'vehicle',
  'additional_data',
  'headers',
  'callbacks',
]

// PostgreSQL quotes the row it refused in these.
const ERROR_PATHS = ['err.detail', 'err.where', 'err.hint', 'err.internalQuery']

export function createLog(level: string, role: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [...SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), ...ERROR_PATHS],
        censor: '[redacted]',
      },
    },
    destination ?? openOutput(),
  )
}

/** A full disk or a closed pipe loses lines; it must not end a service that works. */
function openOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false }).on('error', () => {})
}
