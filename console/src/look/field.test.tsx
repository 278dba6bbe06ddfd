import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Choice, Input, NumberInput, Select, TextArea } from './controls.tsx'
import { Field, FieldGroup } from './field.tsx'
import { isWholeNumber, useForm } from './use-form.ts'

let root: Root
beforeEach(() => {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild ?? document.body)
})
afterEach(() => root.unmount())

const show = (page: ReactNode) => flushSync(() => root.render(page))
const find = <E extends HTMLElement>(selector: string) => {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`${selector} is not there`)
  return found
}
const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)
/** As React hears it: it looks past what a test writes into the property. */
function type(element: HTMLInputElement | HTMLSelectElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
  set?.call(element, text)
  flushSync(() =>
    element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })),
  )
}
const nothing = () => undefined

function Sample({ send }: { send: (values: object) => void }) {
  const { values, bind, wrong, errors, onSubmit } = useForm(
    { name: '', days: '1', isSure: false },
    ({ name, days, isSure }) => ({
      ...(name ? {} : { name: 'Enter a name.' }),
      ...(isWholeNumber(days, 1, 365) ? {} : { days: 'Enter 1 to 365.' }),
      ...(isSure ? {} : { isSure: 'Tick it.' }),
    }),
  )
  const { value: isSure, onValue } = bind('isSure')
  return (
    <form noValidate onSubmit={onSubmit(() => send(values))}>
      <Field label="Name" error={errors.name}>
        <Input {...bind('name')} />
      </Field>
      <Field label="Days" error={wrong.days}>
        <NumberInput {...bind('days')} />
      </Field>
      <FieldGroup label="Sure" error={errors.isSure}>
        <Choice type="checkbox" checked={isSure} onValue={onValue}>
          Yes
        </Choice>
      </FieldGroup>
      <button type="submit">Send</button>
    </form>
  )
}

describe('a field', () => {
  it.each([
    ['input', <Input key="c" value="" onValue={nothing} />],
    ['input', <NumberInput key="c" value="" onValue={nothing} />],
    ['textarea', <TextArea key="c" value="" onValue={nothing} />],
    ['select', <Select key="c" value="a" options={[{ value: 'a', label: 'A' }]} onValue={nothing} />],
  ])('ties label, hint and error to its %s', (tag, control) => {
    const field = (error?: string) => (
      <Field label="Address" hint="With https." error={error} isRequired>
        {control}
      </Field>
    )
    show(field())
    const element = find<HTMLInputElement>(tag)
    expect([...(element.labels ?? [])].map((label) => label.textContent)).toEqual(['Address'])
    expect(describedBy(element)).toEqual(['With https.'])
    expect(element.required).toBe(true)
    expect(element.getAttribute('aria-invalid')).toBe('false')
    const alert = find('[role=alert]')
    expect(alert.textContent).toBe('')

    show(field('Enter an address.'))
    expect(find(tag)).toBe(element)
    expect(describedBy(element)).toEqual(['With https.', 'Enter an address.'])
    expect(element.getAttribute('aria-invalid')).toBe('true')
    // The same element: what is added to it is read out.
    expect(find('[role=alert]')).toBe(alert)
    expect(alert.textContent).toBe('Enter an address.')
  })

  it('describes nothing where there is nothing to say, and adds to what a control says of itself', () => {
    show(
      <Field label="Days">
        <Input value="" onValue={nothing} />
      </Field>,
    )
    expect(find('input').hasAttribute('aria-describedby')).toBe(false)
    show(
      <Field label="Days" error="Too many.">
        <Input value="" onValue={nothing} aria-describedby="due" />
        <p id="due">3 are due.</p>
      </Field>,
    )
    expect(describedBy(find('input'))).toEqual(['Too many.', '3 are due.'])
    show(
      <Field label="Cost">
        <Input value="1+" onValue={nothing} aria-invalid />
      </Field>,
    )
    expect(find('input').getAttribute('aria-invalid')).toBe('true')
  })

  it('leaves a second control alone that has a name of its own', () => {
    show(
      <Field label="Mileage" error="No number.">
        <Input value="" onValue={nothing} />
        <Select aria-label="Unit" value="km" options={[{ value: 'km', label: 'km' }]} onValue={nothing} />
      </Field>,
    )
    expect(find('select').id).toBe('')
    expect(find('select').hasAttribute('aria-invalid')).toBe(false)
    expect(find('select').hasAttribute('aria-label')).toBe(true)
  })

  it('names and describes a group', () => {
    show(
      <FieldGroup label="Events" hint="At least one." error="Choose one.">
        <Choice type="checkbox" checked={false} onValue={nothing}>
          All
        </Choice>
      </FieldGroup>,
    )
    expect(find('legend').textContent).toBe('Events')
    expect(describedBy(find('fieldset'))).toEqual(['At least one.', 'Choose one.'])
    expect(describedBy(find('input'))).toEqual([])
  })
})

it('a select answers with one of its options', () => {
  const onValue = vi.fn<(value: number) => void>()
  const options = [7, 30].map((value) => ({ value, label: `${value} days` }))
  show(<Select value={7} options={options} onValue={onValue} />)
  type(find<HTMLSelectElement>('select'), '30')
  expect(onValue.mock.calls).toEqual([[30]])
})

describe('a form', () => {
  const send = vi.fn<(values: object) => void>()
  beforeEach(() => send.mockReset())

  const messages = () => [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent)
  const submit = () => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

  it('says what is missing once it was sent, and goes to the first field with an error each time', () => {
    show(<Sample send={send} />)
    const [name, days, box] = document.querySelectorAll('input')
    if (!name || !days || !box) throw new Error('a control is not there')
    expect(messages()).toEqual(['', '', ''])
    type(days, '0')
    expect(messages()).toEqual(['', 'Enter 1 to 365.', ''])

    submit()
    expect(messages()).toEqual(['Enter a name.', 'Enter 1 to 365.', 'Tick it.'])
    expect(document.activeElement).toBe(name)
    type(name, 'Ada')
    submit()
    expect(document.activeElement).toBe(days)
    type(days, ' 30 ')
    submit()
    expect(document.activeElement).toBe(box)
    expect(send).not.toHaveBeenCalled()

    flushSync(() => box.click())
    submit()
    expect(messages()).toEqual(['', '', ''])
    expect(send.mock.calls).toEqual([[{ name: 'Ada', days: ' 30 ', isSure: true }]])
  })
})

it.each([
  ['1', true],
  ['365', true],
  [' 12 ', true],
  ['0', false],
  ['366', false],
  ['1.5', false],
  ['-1', false],
  ['1e2', false],
  ['', false],
  ['many', false],
])('%j is a whole number from 1 to 365: %s', (text, is) => expect(isWholeNumber(text, 1, 365)).toBe(is))
