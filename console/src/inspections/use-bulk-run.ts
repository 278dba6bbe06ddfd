import { useQueryClient } from '@tanstack/react-query'
import { WalkaroundError } from '@walkaround/sdk'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../frame/announcer.tsx'
import { useTaskLabel } from '../inspection/use-task-label.ts'
import { useClient } from '../service/service-context.ts'
import { type BulkAction, NothingToDo, NotValidated, runOn } from './bulk-actions.ts'
import { choose } from './list-store.ts'

export type Target = { id: string; name: string }
export type Failure = Target & { message: string }
export type BulkRun = {
  action: BulkAction
  done: number
  total: number
  failures: readonly Failure[]
  isOver: boolean
}

const AT_ONCE = 3

/** One after the other, a few at once. One that fails hinders no other, stays chosen, and says why. */
export function useBulkRun() {
  const { t, i18n } = useTranslation(['list', 'shell'])
  const client = useClient()
  const taskLabel = useTaskLabel()
  const queries = useQueryClient()
  const [run, setRun] = useState<BulkRun | null>(null)
  const isStopped = useRef(false)

  const start = async (action: BulkAction, targets: readonly Target[]) => {
    isStopped.current = false
    const waiting = [...targets]
    const failures: Failure[] = []
    let done = 0
    const show = (isOver: boolean) =>
      setRun({ action, done, total: targets.length, failures: [...failures], isOver })
    show(false)
    const work = async () => {
      for (let target = waiting.shift(); target && !isStopped.current; target = waiting.shift()) {
        try {
          await runOn(client, action, target.id, i18n.language)
        } catch (error) {
          failures.push({ ...target, message: reasonOf(error) })
        }
        done += 1
        show(false)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    show(true)
    choose([...failures, ...waiting].map(({ id }) => id))
    announce(t(`bulk.${action}.done`, { count: done - failures.length }))
    await queries.invalidateQueries({ queryKey: ['inspections'] })
  }

  const reasonOf = (error: unknown): string => {
    if (error instanceof NothingToDo) return t(`bulk.${error.code}`)
    if (error instanceof NotValidated)
      return t('bulk.not_validated', {
        status: t(`status.${error.status}`),
        tasks: error.left.map(taskLabel).join(', '),
      })
    const message = error instanceof Error ? error.message : String(error)
    const requestId = error instanceof WalkaroundError ? error.requestId : undefined
    return requestId ? `${message} (${t('shell:error.request', { id: requestId })})` : message
  }

  return {
    run,
    start,
    stop: () => {
      isStopped.current = true
    },
    close: () => setRun(null),
  }
}
