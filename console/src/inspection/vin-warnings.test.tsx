import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { VinWarnings } from './vin-warnings.tsx'

it('names everything that speaks against a VIN, and nothing where nothing does', () => {
  const told = renderToStaticMarkup(
    <VinWarnings vehicle={{ id: 'v', vin: '123', vinWarnings: ['length', 'make'] }} />,
  )
  expect(told).toContain('vin.length')
  expect(told).toContain('vin.make')
  expect(renderToStaticMarkup(<VinWarnings vehicle={{ id: 'v', vinWarnings: [] }} />)).toBe('')
})
