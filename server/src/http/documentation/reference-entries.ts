import { type Document, operationsOf } from '../../core/contracts/openapi-document.ts'
import type { ProblemRow } from '../../core/contracts/problem-row.ts'
import { PROBLEMS } from '../../core/contracts/problem-table.ts'
import type { SearchEntry } from '../../core/pages/search-places.js'
import { API_PATH, ERRORS_PATH } from '../../core/pages/site-paths.ts'

const ROWS: [string, ProblemRow][] = Object.entries(PROBLEMS)

/** What a search finds on the pages that are made: operations by what they do, name and address, and errors. */
export function referenceEntries(document: Document): SearchEntry[] {
  const operations = operationsOf(document).map(
    ({ method, path, operation }): SearchEntry => [
      `${API_PATH}#${operation.operationId}`,
      'API',
      operation.summary ?? operation.operationId,
      plain(`${method} ${path} ${operation.operationId}. ${operation.description ?? ''}`),
    ],
  )
  const errors = ROWS.map(
    ([code, { status, title, cause, fix }]): SearchEntry => [
      `${ERRORS_PATH}/${code}`,
      'Errors',
      code,
      plain(`${status} ${title}. ${cause} ${fix}`),
    ],
  )
  return [...operations, ...errors]
}

/** Without the little Markdown of our descriptions. */
function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\s+/g, ' ')
}
