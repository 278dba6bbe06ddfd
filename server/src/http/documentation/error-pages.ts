import { type Document, operationsOf } from '../../core/contracts/openapi-document.ts'
import type { ProblemRow } from '../../core/contracts/problem-row.ts'
import { PROBLEMS } from '../../core/contracts/problem-table.ts'
import { type Html, html, inline } from '../../core/pages/html.ts'
import { sitePage } from '../../core/pages/page.ts'
import { API_PATH, ERRORS_PATH, FRONT_PATH } from '../../core/pages/site-paths.ts'
import { codesOf } from './reference.ts'

const ROWS: [string, ProblemRow][] = Object.entries(PROBLEMS)

/** Every code in one table. */
export function errorsPage(): string {
  const rows = ROWS.map(
    ([code, { status, title }]) =>
      html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${title}</td><td data-title="Status">${status}</td></tr>`,
  )
  const content = html`<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457) with <code>code</code>, <code>message</code>, <code>request_id</code>, <code>retryable</code> and <code>errors</code>. Branch on <code>code</code>: a code is never renamed.</p>
<div class="article"><table><thead><tr><th>Code</th><th>Error</th><th>Status</th></tr></thead><tbody>${rows}</tbody></table></div>`
  return sitePage({ title: 'Errors - Walkaround', navigation: navigation(), content })
}

/** One page for each code, by its path: the address that `type` of the problem gives. */
export function errorPages(document: Document): Map<string, string> {
  const operations = operationsOf(document)
  return new Map(
    ROWS.map(([code, row]) => {
      const answeredBy = operations.filter(({ operation }) =>
        Object.values(operation.responses).some((answer) => codesOf(answer).includes(code)),
      )
      return [`${ERRORS_PATH}/${code}`, errorPage(code, row, answeredBy, operations.length)]
    }),
  )
}

function errorPage(
  code: string,
  row: ProblemRow,
  answeredBy: ReturnType<typeof operationsOf>,
  operationCount: number,
): string {
  const links = answeredBy.map(
    ({ method, operation }) =>
      html`<li><span class="verb ${method.toLowerCase()}">${method}</span><a href="${API_PATH}#${operation.operationId}">${operation.summary}</a></li>`,
  )
  const who =
    answeredBy.length === operationCount
      ? html`<p>Every operation.</p>`
      : answeredBy.length === 0
        ? html`<p>No operation: the request is refused before it reaches one.</p>`
        : html`<ul class="codes verbs">${links}</ul>`
  const content = html`<h1><code>${code}</code></h1>
<p><strong>${row.title}</strong></p>
<p class="soft">Status ${row.status}. ${row.retryable ? 'You can retry: the same request may succeed later.' : 'Do not retry: the same request will fail again.'}</p>
<h4>Cause</h4><p>${inline(row.cause)}</p>
<h4>What to do</h4><p>${inline(row.fix)}</p>
<h4>Returned by</h4>${who}`
  return sitePage({ title: `${code} - Walkaround`, navigation: navigation(code), content })
}

function navigation(current?: string): Html {
  const items = ROWS.map(
    ([code]) =>
      html`<li><a href="/docs/errors/${code}"${code === current ? html` aria-current="page"` : ''}>${code}</a></li>`,
  )
  return html`<a class="back" href="${FRONT_PATH}">All documentation</a><a class="group" href="${ERRORS_PATH}">Errors</a><ul>${items}</ul><a class="group" href="${API_PATH}">API</a>`
}
