import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { uid: string }
  targets?: { refId: string; expr: string; legendFormat: string; datasource: { uid: string } }[]
}

const root = join(import.meta.dirname, '../..')
const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana/walkaround.json'), 'utf8'))
const panels: Panel[] = dashboard.panels
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Recording rules are the only expressions that promtool reads without a server. */
function parse(exprs: readonly string[]): { status: number | null; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-dashboard-'))
  try {
    const rules = exprs.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(folder, 'rules.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    return { status, text: stdout + stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the Grafana dashboard', () => {
  it('has expressions that Prometheus can parse', () => {
    expect(expressions.length).toBeGreaterThan(20)
    expect(parse(expressions)).toMatchObject({ status: 0 })
    expect(parse(['sum by (role (walkaround_ready)']).status).not.toBe(0)
  })

  it('has panels with numbers and titles of their own, which do not lie on each other', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
    for (const [index, { title, gridPos: a }] of panels.entries()) {
      expect(a.x + a.w, title).toBeLessThanOrEqual(24)
      for (const { title: other, gridPos: b } of panels.slice(index + 1)) {
        const isApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
        expect(isApart, `${title} and ${other}`).toBe(true)
      }
    }
  })

  it('asks the data source that its reader chooses, and shows a label that the expression keeps', () => {
    expect(dashboard.templating.list).toMatchObject([
      { name: 'datasource', type: 'datasource', query: 'prometheus' },
    ])
    for (const { title, targets = [] } of panels)
      for (const { expr, legendFormat, datasource } of targets) {
        expect(datasource.uid, title).toMatch(/^\$\{datasource\}$/)
        const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap((match) => (match[1] ?? '').split(', '))
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1])
        if (kept.length > 0) expect(kept, title).toEqual(expect.arrayContaining(shown))
      }
  })
})
