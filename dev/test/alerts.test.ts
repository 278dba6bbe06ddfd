import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')
const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
const tests = readFileSync(join(folder, 'alerts.test.yml'), 'utf8')
const runbooks = readFileSync(join(root, 'docs/operations/runbooks.md'), 'utf8')

const alerts = rules.split(/^ {6}- alert: /m).slice(1)
const names = alerts.map((alert) => alert.split('\n', 1)[0] ?? '')
const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
const sections = runbooks
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ anchor: anchorOf(text.split('\n', 1)[0] ?? ''), text }))

function promtool(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

describe('alerts', () => {
  it('pass their own tests, and the example configuration loads them', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 })
    expect(promtool('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 })
  })

  it('fire in a test, every one, and are silent in a healthy installation', () => {
    const cases = tests.split(/^ {6}- /m)
    const firing = cases.filter((text) => /exp_alerts:\n +- exp_labels/.test(text))
    const silent = cases.filter((text) => /exp_alerts: \[\]/.test(text))
    const namesIn = (texts: string[]) =>
      new Set(texts.flatMap((text) => /alertname: (\w+)/.exec(text)?.[1] ?? []))
    expect([...namesIn(firing)].toSorted()).toEqual(names.toSorted())
    expect([...namesIn(silent)].toSorted()).toEqual(names.toSorted())
  })

  it('link a runbook that names them', () => {
    expect(names.length).toBeGreaterThan(0)
    for (const [index, alert] of alerts.entries()) {
      const anchor = /runbooks#([\w-]+)/.exec(alert)?.[1]
      const section = sections.find((each) => each.anchor === anchor)
      expect(section?.text, `${names[index]} links to #${anchor}`).toContain(`\`${names[index]}\``)
    }
  })

  it('exist for every runbook that does not say why it has none', () => {
    for (const { anchor, text } of sections) {
      const said = /^\*\*Alert\.\*\* ([\s\S]+?)\n\n/m.exec(text)?.[1] ?? ''
      expect(said, `#${anchor} has a paragraph about its alert`).toMatch(/^(`Walkaround|None: )/)
      const named = said.match(/Walkaround\w+/g) ?? []
      expect(names, `#${anchor}`).toEqual(expect.arrayContaining(named))
    }
  })
})
