import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DECISIONS_PATH, MODELS_PATH } from '../../core/pages/site-paths.ts'
import type { SitePage } from './site-map.ts'

export const DECISIONS_DIR = 'docs/adr'

/** One page for each decision. There are too many for the navigation: a list leads to them. */
export function listDecisions(dir: string): SitePage[] {
  return listPages(dir, `${DECISIONS_DIR}/*.md`, (file) => {
    const name = file.slice(DECISIONS_DIR.length + 1, -'.md'.length)
    return `${DECISIONS_PATH}/${name}`
  })
}

/** One page for the card of each model; the page about models leads to them. */
export function listModelCards(dir: string): SitePage[] {
  return listPages(dir, 'models/*/card.md', (file) => `${MODELS_PATH}/${file.split('/')[1]}`)
}

function listPages(dir: string, pattern: string, pathOf: (file: string) => string): SitePage[] {
  return globSync(pattern, { cwd: dir })
    .sort()
    .map((file) => {
      const heading = /^# (.+)$/m.exec(readFileSync(join(dir, file), 'utf8'))?.[1]
      return { file, path: pathOf(file), title: heading?.replaceAll('`', '') ?? file, about: '' }
    })
}
