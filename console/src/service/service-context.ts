import type { Client } from '@walkaround/sdk'
import { createContext, useContext } from 'react'
import type { Service } from './service.ts'

export const ServiceContext = createContext<Service | null>(null)

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('A screen was drawn outside of the application.')
  return service
}

export function useClient(): Client {
  return useService().client
}
