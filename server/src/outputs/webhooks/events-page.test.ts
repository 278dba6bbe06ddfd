import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EVENTS, WEBHOOK_EVENT_TYPES } from '../../core/contracts/event-types.ts'
import { EVENT_EXAMPLE } from './examples.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/events.md'), 'utf8')

it('the page about events has a row for each type, as the code has it', () => {
  const rows = WEBHOOK_EVENT_TYPES.map((type) => {
    const { text, payload } = EVENTS[type]
    const fields = Object.keys(payload.properties).map((field) => `\`${field}\``)
    return `| \`${type}\` | ${text.replace(/\.$/, '')} | ${fields.join(', ')} |`
  })
  const shown = page.split('\n').filter((line) => /^\| `[a-z_]+\.[a-z_]+` \|/.test(line))
  expect(shown).toEqual(rows)
})

it('the message on the page has the form of a message', () => {
  expect(page).toContain(`\`\`\`json\n${JSON.stringify(EVENT_EXAMPLE, null, 2)}\n\`\`\``)
})
