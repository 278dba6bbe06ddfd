import { ANALYZE } from './analyze/analyze.ts'
import type { Command } from './command.ts'
import { AUDIT } from './commands/audit.ts'
import { BACKUP } from './commands/backup.ts'
import { CAPTURE } from './commands/capture.ts'
import { COMPARE } from './commands/comparisons.ts'
import { DAMAGES } from './commands/damages.ts'
import { ERASURES } from './commands/erasures.ts'
import { EXPORTS } from './commands/exports.ts'
import { IMAGES } from './commands/images.ts'
import { INSPECTIONS } from './commands/inspections.ts'
import { OBJECTIONS } from './commands/objections.ts'
import { QUOTAS } from './commands/quotas.ts'
import { REKEY, REKEY_DESTROY, REKEY_VERIFY } from './commands/rekey.ts'
import { REPORTS } from './commands/reports.ts'
import { RETENTION } from './commands/retention.ts'
import { SESSION } from './commands/session.ts'
import { TASKS } from './commands/tasks.ts'
import { WEBHOOKS } from './commands/webhooks.ts'
import { completionScript, SHELLS } from './completion.ts'
import { DOCTOR } from './doctor/doctor.ts'
import { Failure } from './exit-codes.ts'
import { SERVE } from './serve.ts'

const COMPLETION: Command = {
  name: 'completion',
  summary: `Print shell completions for ${SHELLS.join(', ')}`,
  args: ['SHELL'],
  run: async ({ arg, terminal }) => {
    const shell = SHELLS.find((name) => name === arg(0))
    if (!shell) throw new Failure('usage', `"${arg(0)}" is not one of ${SHELLS.join(', ')}.`)
    terminal.print(completionScript(shell, COMMANDS))
    return undefined
  },
}

/** Everything that can be typed, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ANALYZE,
  ...SESSION,
  ...INSPECTIONS,
  ...IMAGES,
  ...CAPTURE,
  ...TASKS,
  ...DAMAGES,
  COMPARE,
  ...REPORTS,
  ...OBJECTIONS,
  ...WEBHOOKS,
  ...QUOTAS,
  ...RETENTION,
  ...ERASURES,
  ...EXPORTS,
  ...AUDIT,
  DOCTOR,
  BACKUP,
  REKEY,
  REKEY_VERIFY,
  REKEY_DESTROY,
  SERVE,
  COMPLETION,
]
