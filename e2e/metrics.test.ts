import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Harness } from '../testing/harness.ts'
import { readPicture } from '../testing/pictures.ts'
import { WATCHDOG_MS } from './watchdog.ts'

const deploy = join(import.meta.dirname, '../deploy')
/** What Prometheus and the evaluation of an alert add by themselves. */
const OWN_LABELS = ['instance', 'job']

/** The labels of every metric that running processes export; none where it has no number yet. */
const exported = new Map<string, Set<string>>()
let harness: Harness

beforeAll(async () => {
  // Its own: which metrics have a number depends on what happened before.
  harness = await Harness.open({ apis: 1, workers: 1 })
  const client = harness.createClient('operator', 'alder-manager')
  const id = await client.createInspection()
  const picture = readPicture(join(import.meta.dirname, '../docs/sample-vehicle.jpg'))
  if (!id) throw new Error('there is no inspection')
  // What is counted by outcome has a number only after it happened once.
  expect((await client.createImage(id, picture, ['compliances']))?.status).toBe(201)
  await vi.waitFor(async () => expect(await hasRunJob()).toBe(true), { timeout: WATCHDOG_MS, interval: 100 })
  for (const process of [...harness.apis, ...harness.workers]) read(await scrape(process))
})
afterAll(() => harness?.close())

async function scrape({ launch }: Harness['apis'][number]): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${launch.operationsPort}/metrics`)
  return answer.text()
}

async function hasRunJob(): Promise<boolean> {
  const texts = await Promise.all(harness.workers.map(scrape))
  return texts.some((text) => /^walkaround_job_seconds_count\{.*check_image/m.test(text))
}

function read(text: string): void {
  const labelsOf = (name: string) => exported.get(name) ?? new Set<string>()
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) /gm)) exported.set(name, labelsOf(name))
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map((match) => match[1] ?? '')
    exported.set(name, new Set([...labelsOf(name), ...names]))
  }
}

it.each(['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/walkaround.json'])(
  'every metric and label that deploy/%s names is exported by a running process',
  (file) => {
    const text = readFileSync(join(deploy, file), 'utf8').replaceAll('\\"', '"')
    const named = [...text.matchAll(/\b(walkaround_(?!url)\w+)(?:\{([^}]*)\})?/g)]
    expect(named.length).toBeGreaterThan(10)
    for (const [, name = '', selector = ''] of named) {
      const labels = exported.get(name)
      expect(labels, `${name} is exported`).toBeDefined()
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=|!|=~)/g))
        if (!OWN_LABELS.includes(label)) expect([...(labels ?? [])], `labels of ${name}`).toContain(label)
    }
  },
)
