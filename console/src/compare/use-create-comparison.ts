import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createComparison } from '@walkaround/sdk'
import { toast } from '../look/toast.ts'
import { useClient } from '../service/service-context.ts'

type Pair = { earlierInspectionId: string; laterInspectionId: string }

/** Compares two inspections and goes to their comparison. */
export function useCreateComparison() {
  const client = useClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (pair: Pair) => createComparison(client, pair),
    onSuccess: ({ result }) =>
      navigate({ to: '/compare/$comparisonId', params: { comparisonId: result }, search: {} }),
    onError: (error) => toast.error(error.message),
  })
}
