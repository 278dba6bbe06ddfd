import type { Entities, Inspection, InspectionStatus, Page } from '@walkaround/sdk'

/** What the list shows of an inspection. */
export type Row = {
  id: string
  ownerId: string | undefined
  status: InspectionStatus
  plate: string | null
  vin: string | null
  /** Brand and model; empty where nobody has said. */
  vehicle: string
  /** Of the first picture. */
  picture: string | null
  pictures: number
  damages: number
  /** Damages that nobody has confirmed. */
  unchecked: number
  total: number | null
  currency: string | null
  createdAt: string | null
  pdfUrl: string | null
}

/** Pages that were read at different times may have a row in common; the first one counts. */
export function rowsOf(pages: readonly Page[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { entities, result } of pages)
    for (const id of result) {
      const inspection = entities.inspections[id]
      if (inspection && !rows.has(id)) rows.set(id, rowOf(inspection, entities))
    }
  return [...rows.values()]
}

function rowOf(inspection: Inspection, entities: Entities): Row {
  const vehicle = inspection.vehicle ? entities.vehicles[inspection.vehicle] : undefined
  const images = (inspection.images ?? []).flatMap((id) => entities.images[id] ?? [])
  const damages = (inspection.damages ?? []).flatMap((id) => entities.damages[id] ?? [])
  const kept = damages.filter((damage) => !damage.deletedAt)
  return {
    id: inspection.id,
    ownerId: inspection.ownerId,
    status: inspection.status ?? 'NOT_STARTED',
    plate: vehicle?.plate || null,
    vin: vehicle?.vin || null,
    vehicle: [vehicle?.brand, vehicle?.model].filter(Boolean).join(' '),
    picture: images.find((image) => image.path && !image.deletedAt)?.path ?? null,
    pictures: images.length,
    damages: kept.length,
    unchecked: kept.filter((damage) => !damage.confirmedBy).length,
    ...costOf(inspection, entities),
    createdAt: inspection.createdAt ?? null,
    pdfUrl: inspection.pdfUrl ?? null,
  }
}

/** The service adds up the prices; amounts in different currencies have no sum. */
function costOf({ pricing }: Inspection, { pricings }: Entities): Pick<Row, 'total' | 'currency'> {
  const [way] = Object.values(pricing ?? {})
  const [first] = Object.values(way?.details ?? {})
  const currency = first ? pricings[first]?.currency : undefined
  return { total: way?.totalPrice ?? null, currency: currency ?? null }
}
