import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Entities } from '@walkaround/sdk'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PageError } from '../frame/page-error.tsx'
import { useLabels } from '../look/use-labels.ts'
import { useCanEdit } from '../review/use-can-edit.ts'
import { useIsWide } from '../review/use-is-wide.ts'
import { comparisonKey, readComparison } from '../service/read-comparison.ts'
import { useClient } from '../service/service-context.ts'
import { useLiveEvents } from '../service/use-live-events.ts'
import { CompareContext } from './compare-context.ts'
import type { CompareFacts } from './compare-facts.ts'
import {
  type Compared,
  chargesOf,
  comparedOf,
  countsOf,
  isNothingNew,
  isOpen,
  type Place,
} from './compare-model.ts'
import { CompareScreen } from './compare-screen.tsx'
import type { PlaceQueue } from './edits/place-edits.ts'
import { overlayPlaces } from './edits/place-overlay.ts'
import { usePlaceQueue } from './edits/use-place-queue.ts'
import { createScreenStore } from './screen-store.ts'
import { useActions } from './use-actions.ts'
import { useSide } from './use-side.ts'

const ROUTE = '/compare/$comparisonId'
/** While it runs its progress is asked for: nothing tells of it. */
const PROGRESS_MS = 1500

/** What is new between two inspections of one vehicle. */
export function ComparePage() {
  const { comparisonId } = useParams({ from: ROUTE })
  return <OneComparison key={comparisonId} id={comparisonId} />
}

function OneComparison({ id }: { id: string }) {
  const client = useClient()
  useLabels()
  const { data, error, refetch } = useQuery({
    queryKey: comparisonKey(id),
    queryFn: ({ signal }) => readComparison(client, id, signal),
    refetchInterval: ({ state }) =>
      state.data?.comparisons?.[id]?.status === 'IN_PROGRESS' ? PROGRESS_MS : false,
  })
  const queue = usePlaceQueue(id)
  const waiting = useStore(queue, (state) => state.waiting)
  const compared = useMemo(
    () => (data ? comparedOf(id, overlayPlaces(data, waiting)) : null),
    [id, data, waiting],
  )
  if (error && !data) return <PageError error={error} reset={() => refetch()} />
  return compared ? <OpenComparison compared={compared} queue={queue} /> : <Loading />
}

function Loading() {
  const { t } = useTranslation(['compare', 'edits'])
  return (
    <div className="grid flex-1 gap-3 p-3 lg:grid-cols-[1fr_22rem]" role="status" aria-label={t('loading')}>
      <div className="min-h-80 rounded-panel bg-surround" />
      <div className="rounded-panel bg-raised max-lg:hidden" />
    </div>
  )
}

type OpenProps = { compared: Compared; queue: PlaceQueue }

function OpenComparison({ compared, queue }: OpenProps) {
  useLiveSide(compared.earlierId, compared.id)
  useLiveSide(compared.laterId, compared.id)
  const earlier = useSide(compared.earlierId)
  const later = useSide(compared.laterId)
  if (!earlier.side || !later.side) return <Loading />
  return (
    <Scope
      compared={compared}
      queue={queue}
      sides={{ earlier: earlier.side, later: later.side }}
      entities={later.entities ?? earlier.entities}
    />
  )
}

type ScopeProps = OpenProps & {
  sides: Pick<CompareFacts, 'earlier' | 'later'>
  entities: Entities | null
}

function Scope({ compared, queue, sides, entities }: ScopeProps) {
  const search = useSearch({ from: ROUTE })
  const isWide = useIsWide()
  const [screen] = useState(() => createScreenStore(!isWide))
  const vehicle = Object.values(entities?.vehicles ?? {})[0]
  const inspection = entities?.inspections[compared.laterId]
  const canEdit = useCanEdit(inspection)
  const values = useMemo<CompareFacts>(() => {
    const { places } = compared
    const counts = countsOf(places)
    const place = chosenPlace(places, search.place, isNothingNew(counts))
    const pairIndex = place?.pairs[search.pair ?? 0] ? (search.pair ?? 0) : 0
    const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')
    return {
      compared,
      counts,
      charges: chargesOf(places),
      title: [vehicle?.plate, name].filter(Boolean).join(' · '),
      vehicleType: vehicle?.vehicleType ?? null,
      isValidated: inspection?.status === 'VALIDATED',
      ...sides,
      place,
      pair: place?.pairs[pairIndex] ?? null,
      pairIndex,
      canEdit,
      queue,
      screen,
    }
  }, [compared, sides, search, vehicle, inspection, canEdit, queue, screen])
  const actions = useActions(values)
  const scope = useMemo(() => ({ ...values, actions }), [values, actions])
  return (
    <CompareContext value={scope}>
      <CompareScreen />
    </CompareContext>
  )
}

/** The one in the address; else the first that is open, unless there is nothing to look at. */
function chosenPlace(places: readonly Place[], number: number | undefined, isNothing: boolean): Place | null {
  const asked = places.find((place) => place.number === number)
  if (asked) return asked
  return isNothing ? null : (places.find(isOpen) ?? places[0] ?? null)
}

/** What happens to either inspection may change the comparison, too. */
function useLiveSide(inspectionId: string, comparisonId: string): void {
  const queries = useQueryClient()
  useLiveEvents(inspectionId, () => {
    void queries.invalidateQueries({ queryKey: comparisonKey(comparisonId), exact: true })
  })
}
