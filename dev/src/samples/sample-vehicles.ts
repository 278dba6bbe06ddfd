import type { ViewName } from '@walkaround/catalog/diagram/views'
import type { Body } from '@walkaround/catalog/vehicle-types'
import type { UpdateDamageBody } from '@walkaround/sdk'
import type { Mark } from './draw-picture.ts'

export type SampleView = Exclude<ViewName, 'top'>

export type SampleDamage = Mark & {
  view: SampleView
  /** What a person says afterwards. */
  correction?: UpdateDamageBody
  isDeleted?: boolean
}

type Sample = {
  name: string
  body: Body
  color: string
  mileage_km: number
  /** `corrected_later` makes the report and then finds one thing more, so that it is out of date. */
  end: 'report' | 'validated' | 'corrected_later' | 'not_started'
}

/** Photographed by a renderer, damages and all: what is found on it, the models find. */
export type RenderedVehicle = Sample & { pictures: string; plate: string }

/** Drawn from the catalog. Models find nothing on a drawing, so a person says what is there. */
export type DrawnVehicle = Sample & { paint: string; damages: readonly SampleDamage[] }

/** No such make exists, and no vehicle has these plates. */
export const RENDERED_VEHICLES: readonly RenderedVehicle[] = [
  {
    name: 'Finch',
    body: 'sedan',
    color: 'blue',
    mileage_km: 48_210,
    pictures: 'docs/samples/finch',
    plate: 'OU-418-IQ',
    end: 'report',
  },
  {
    name: 'Lark',
    body: 'hatchback',
    color: 'red',
    mileage_km: 22_860,
    pictures: 'docs/samples/lark',
    plate: 'IU-206-OQ',
    end: 'report',
  },
]

export const DRAWN_VEHICLES: readonly DrawnVehicle[] = [
  {
    name: 'Heron',
    body: 'suv',
    paint: '#6f767e',
    color: 'grey',
    mileage_km: 91_044,
    damages: [
      {
        view: 'right',
        part: 'door_back_right',
        kind: 'dent',
        size_cm: 16,
        correction: { damageSizeCm: 14, reason: 'the shadow is not part of it' },
      },
      { view: 'rear', part: 'bumper_back', kind: 'scratch', size_cm: 30 },
      { view: 'right', part: 'fender_front_right', kind: 'scratch', size_cm: 14, isDeleted: true },
    ],
    end: 'validated',
  },
  {
    name: 'Pelican',
    body: 'van',
    paint: '#d9dcdf',
    color: 'white',
    mileage_km: 163_500,
    damages: [{ view: 'front', part: 'bumper_front', kind: 'smash', size_cm: 40 }],
    end: 'corrected_later',
  },
  {
    name: 'Wren',
    body: 'city',
    paint: '#b3262e',
    color: 'red',
    mileage_km: 7_380,
    damages: [],
    end: 'not_started',
  },
]
