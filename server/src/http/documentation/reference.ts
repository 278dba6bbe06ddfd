import {
  type Answer,
  type Content,
  type Document,
  ENTITIES_TYPE,
  MULTIPART_TYPE,
  type Operation,
  operationsOf,
  type Parameter,
  PROBLEM_TYPE,
  type Schema,
  schemaOf,
} from '../../core/contracts/openapi-document.ts'
import { PROBLEMS } from '../../core/contracts/problem-table.ts'
import { type Html, html, inline, markdown } from '../../core/pages/html.ts'
import { sitePage } from '../../core/pages/page.ts'
import { ERRORS_PATH, FRONT_PATH } from '../../core/pages/site-paths.ts'
import { curlOf, readableJson } from './curl.ts'
import { fieldRow, schemaFields } from './schema-html.ts'

type Placed = ReturnType<typeof operationsOf>[number]

const PLACES = ['path', 'query', 'header']

/** The API reference: one page that needs nothing else. */
export function referencePage(document: Document): string {
  const operations = operationsOf(document)
  const tags = (document.tags ?? []).map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }))
  const sections = tags.map(
    (
      tag,
    ) => html`<section class="tag" id="tag-${tag.name}"><h2>${capitalize(tag.name)}</h2><p class="soft">${tag.description}</p>
${tag.operations.map((placed) => operationArticle(placed, document))}</section>`,
  )
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => !operations.some(({ operation }) => isOwn(name, operation)))
    .toSorted(([a], [b]) => a.localeCompare(b))
  const content = html`<h1>${document.info.title} API</h1>
${markdown(document.info.description ?? '')}
<p>This page is generated from <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}). All <a href="/docs/errors">error codes</a> have their own page.</p>
${sections}
<section class="tag" id="schemas"><h2>Schemas</h2><p class="soft">The objects in requests, responses and events.</p>
${schemas.map(([name, schema]) => html`<article class="schema" id="schema-${name}"><h3>${name}</h3>${schema.description ? markdown(schema.description) : ''}${schemaFields(schema, 'answer')}</article>`)}</section>`
  return sitePage({ title: `API reference - ${document.info.title}`, navigation: navigation(tags), content })
}

function navigation(tags: { name: string; operations: Placed[] }[]): Html {
  const groups = tags.map(
    (tag) =>
      html`<a class="group" href="#tag-${tag.name}">${capitalize(tag.name)}</a><ul>${tag.operations.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}"><span class="verb ${method.toLowerCase()}">${shortVerb(method)}</span><span>${operation.summary}</span></a></li>`,
      )}</ul>`,
  )
  return html`<a class="back" href="${FRONT_PATH}">All documentation</a>${groups}<a class="group" href="#schemas">Schemas</a><a class="group" href="${ERRORS_PATH}">Errors</a>`
}

function shortVerb(method: string): string {
  return method === 'DELETE' ? 'DEL' : method
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function operationArticle({ method, path, operation }: Placed, document: Document): Html {
  const server = document.servers?.[0]?.url ?? ''
  return html`<article class="operation" id="${operation.operationId}">
<h3><a href="#${operation.operationId}">${operation.summary}</a><span class="id">${operation.operationId}</span></h3>
<p class="address"><span class="verb ${method.toLowerCase()}">${method}</span>${path}</p>
${markdown(operation.description ?? '')}
${operation.security?.length === 0 ? html`<p class="soft">No token required.</p>` : ''}
${parameterList(operation.parameters ?? [])}
${requestBody(operation, document)}
<h4>Example</h4>
<pre tabindex="0"><code>${curlOf(method, path, operation, server)}</code></pre>
${Object.entries(operation.responses)
  .filter(([status]) => Number(status) < 400)
  .map(([status, answer]) => success(status, answer, operation, document))}
${refusals(operation)}
${callbackList(operation)}
</article>`
}

function parameterList(parameters: readonly Parameter[]): Html[] {
  return PLACES.map((place) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    if (here.length === 0) return html``
    const title = place === 'header' ? 'Request headers' : `${capitalize(place)} parameters`
    const rows = here.map(({ name, schema, required, description }) =>
      fieldRow(name, schema, required === true, 'request', description),
    )
    return html`<h4>${title}</h4><dl class="fields">${rows}</dl>`
  })
}

function requestBody(operation: Operation, document: Document): Html {
  const { requestBody } = operation
  if (!requestBody) return html``
  const forms = Object.entries(requestBody.content).map(([type, { schema: written = {} }]) => {
    const schema = schemaOf(document, written)
    const fields = schemaFields(type === MULTIPART_TYPE ? partsOf(schema) : schema, 'request')
    return html`<h4>Body <span class="soft">${type}</span></h4>${addAnchor(written, operation, fields)}`
  })
  return html`${forms}`
}

/** The `json` part is the body that stands above it. */
function partsOf(schema: Schema): Schema {
  const json = { type: 'object', description: 'the fields above, as JSON' }
  return { ...schema, properties: { ...schema.properties, json } }
}

function success(status: string, answer: Answer, operation: Operation, document: Document): Html {
  const names = Object.keys(answer.headers ?? {}).map((name, n) => html`${n > 0 ? ', ' : ''}${name}`)
  const bodies = Object.entries(answer.content ?? {})
    .filter(([type]) => type !== ENTITIES_TYPE)
    .map(
      ([type, { schema }]) =>
        html`<details><summary>Fields of ${type}</summary>${schema ? answerFields(schema, operation, document) : ''}</details>`,
    )
  return html`<h4>Response ${status}</h4><p>${inline(answer.description)} <span class="soft">Headers: ${names}.</span></p>${bodies}${exampleList(answer.content ?? {})}`
}

/** What only this operation answers is shown here; other named schemas are linked. */
function answerFields(schema: Schema, operation: Operation, document: Document): Html {
  if (!isOwn(nameOf(schema), operation)) return schemaFields(schema, 'answer')
  return addAnchor(schema, operation, schemaFields(schemaOf(document, schema), 'answer'))
}

/** Where links to a schema lead that is shown with its operation. */
function addAnchor(schema: Schema, operation: Operation, fields: Html): Html {
  const name = nameOf(schema)
  return isOwn(name, operation) ? html`<div id="schema-${name}">${fields}</div>` : fields
}

function nameOf({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? ''
}

/** The body, form or response of one operation has its name. */
function isOwn(name: string, { operationId }: Operation): boolean {
  return ['Body', 'Form', 'Response'].some((part) => name === capitalize(operationId) + part)
}

function exampleList(content: Content): Html[] {
  return Object.values(content).flatMap(({ examples }) =>
    Object.values(examples ?? {}).map(
      ({ summary, value }) =>
        html`<details><summary>Example: ${summary}</summary><pre tabindex="0"><code>${readableJson(value)}</code></pre></details>`,
    ),
  )
}

function refusals(operation: Operation): Html {
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
  const rows = answers.flatMap(([status, answer]) => codesOf(answer).map((code) => ({ status, code })))
  const titles: Record<string, { title: string }> = PROBLEMS
  const items = rows.map(
    ({ status, code }) =>
      html`<li><span class="status">${status}</span><span><a href="/docs/errors/${code}"><code>${code}</code></a> ${titles[code]?.title}</span></li>`,
  )
  return html`<h4>Errors</h4><details><summary>${items.length} codes</summary><ul class="codes">${items}</ul></details>${answers.map(([, answer]) => exampleList(answer.content ?? {}))}`
}

export function codesOf(answer: Answer): string[] {
  const parts = answer.content?.[PROBLEM_TYPE]?.schema?.allOf ?? []
  return parts.flatMap((part) => part.properties?.code?.enum ?? []).map(String)
}

function callbackList({ callbacks = {} }: Operation): Html {
  const items = Object.values(callbacks).flatMap((addresses) =>
    Object.values(addresses).flatMap((methods) =>
      Object.entries(methods).map(
        ([method, { summary, description, requestBody }]) =>
          html`<h4>Callback: ${summary}</h4><p class="address"><span class="verb">${method.toUpperCase()}</span>your URL</p>${markdown(description ?? '')}${Object.values(
            requestBody?.content ?? {},
          ).map(({ schema }) =>
            schema ? schemaFields(schema, 'answer') : '',
          )}${exampleList(requestBody?.content ?? {})}`,
      ),
    ),
  )
  return html`${items}`
}
