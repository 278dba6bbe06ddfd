import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../server/src/core/platform/config.ts'
import { repository } from '../image/contents.ts'
import { buildOverlay, containersOf, type Manifest } from './kustomize.ts'

const overlays = join(repository, 'deploy/kubernetes/overlays')
const names = readdirSync(overlays)
/** Made by the operator. */
const SECRETS = ['walkaround-owner', 'walkaround-secrets']

const selects = (labels: Record<string, string>, manifest: Manifest) =>
  Object.entries(labels).every(([name, value]) => manifest.spec.template.metadata.labels[name] === value)
const quantity = (text: string) => {
  const [, number = '', unit = ''] = /^([\d.]+)([A-Za-z]*)$/.exec(`${text}`) ?? []
  const factor = { '': 1, m: 1e-3, Mi: 2 ** 20, Gi: 2 ** 30 }[unit]
  if (number === '' || factor === undefined) throw new Error(`${text} is no quantity`)
  return Number(number) * factor
}

it('there are overlays for a team, for many organizations, and for models on other machines', () => {
  expect(names.toSorted()).toEqual(['gpu', 'large', 'small'])
})

describe.each(names)('the overlay %s', (name) => {
  const manifests = buildOverlay(join(overlays, name))
  const of = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind))
  const workloads = of('Deployment', 'Job')
  const deployments = of('Deployment')

  it('is in one namespace, and nothing is there twice', () => {
    const ids = manifests.map(({ kind, metadata }) => `${metadata.namespace}/${kind}/${metadata.name}`)
    expect(new Set(ids).size).toBe(ids.length)
    expect(manifests.filter(({ metadata }) => metadata.namespace !== 'walkaround')).toEqual([])
    expect(manifests.filter(({ apiVersion }) => !apiVersion)).toEqual([])
  })

  it('gives no container rights that it does not need', () => {
    for (const { metadata, spec } of workloads) {
      const pod = spec.template.spec
      expect(pod.automountServiceAccountToken, metadata.name).toBe(false)
      expect(pod.securityContext, metadata.name).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const key of ['hostNetwork', 'hostPID', 'hostIPC', 'initContainers'])
        expect(pod[key]).toBeUndefined()
      for (const container of pod.containers)
        expect(container.securityContext, container.name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  it('runs one image, and commands that it has', () => {
    const containers = workloads.flatMap(containersOf)
    expect(new Set(containers.map(({ image }) => image)).size).toBe(1)
    for (const { image, args, command } of containers) {
      expect(image).toMatch(/^[^:]+\/walkaround:\d+\.\d+\.\d+$/)
      expect(command).toBeUndefined()
      expect(['api', 'worker', 'model-server', 'migrate']).toContain(args[0])
    }
  })

  it('says what each container needs, and no more than it may have', () => {
    for (const { name, resources } of workloads.flatMap(containersOf)) {
      const [asked, most] = [resources.requests.memory, resources.limits.memory].map(quantity)
      expect(asked, name).toBeLessThanOrEqual(most ?? 0)
      expect(quantity(resources.requests.cpu), name).toBeGreaterThan(0)
    }
  })

  it('probes every process, and lets it finish its work', () => {
    for (const deployment of deployments) {
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(40)
      for (const { ports, startupProbe, livenessProbe, readinessProbe } of containersOf(deployment)) {
        const known = ports.map(({ name }: { name: string }) => name)
        for (const probe of [startupProbe, livenessProbe, readinessProbe])
          expect(known).toContain(probe.httpGet.port)
        // A process that lacks its database must not be killed for it.
        expect(livenessProbe.httpGet.path).toMatch(/live/)
        expect(readinessProbe.httpGet.path).toMatch(/ready/)
      }
    }
  })

  it('spreads every deployment, and lets few of its pods be away', () => {
    for (const { metadata, spec } of deployments) {
      const keys = spec.template.spec.topologySpreadConstraints.map((one: Manifest) => one.topologyKey)
      expect(keys, metadata.name).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone'])
    }
    expect(
      of('PodDisruptionBudget')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(deployments.map(({ metadata }) => metadata.name).toSorted())
  })

  it('names only what exists', () => {
    const maps = of('ConfigMap').map(({ metadata }) => metadata.name)
    for (const workload of workloads) {
      const { volumes = [] } = workload.spec.template.spec
      for (const { envFrom = [], env = [], volumeMounts = [] } of containersOf(workload)) {
        for (const { configMapRef, secretRef } of envFrom)
          expect([...maps, ...SECRETS]).toContain(configMapRef?.name ?? secretRef?.name)
        for (const { name } of env) expect(Object.keys(SETTINGS)).toContain(name)
        for (const { name } of volumeMounts) expect(volumes.map((one: Manifest) => one.name)).toContain(name)
      }
    }
    for (const { data } of of('ConfigMap'))
      for (const key of Object.keys(data)) expect(Object.keys(SETTINGS)).toContain(key)
    for (const { spec } of of('Service')) {
      const [target] = deployments.filter((deployment) => selects(spec.selector, deployment))
      const ports = containersOf(target).flatMap(({ ports }) => ports.map((port: Manifest) => port.name))
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort)
    }
    for (const { spec } of of('HorizontalPodAutoscaler')) {
      const target = deployments.find(({ metadata }) => metadata.name === spec.scaleTargetRef.name)
      expect(target?.spec.replicas, 'the autoscaler decides').toBeUndefined()
    }
    for (const { spec } of of('NetworkPolicy', 'PodDisruptionBudget')) {
      const labels = (spec.podSelector ?? spec.selector).matchLabels
      expect(workloads.some((workload) => selects(labels, workload))).toBe(true)
    }
  })

  it('keeps the owner of the tables for migrate', () => {
    const holders = workloads.filter((workload) => JSON.stringify(workload).includes('walkaround-owner'))
    expect(holders.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(['Job migrate'])
  })

  it('lets nobody in but by name', () => {
    const denied = of('NetworkPolicy').find(({ metadata }) => metadata.name === 'deny-incoming')
    expect(denied?.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'walkaround' } },
      policyTypes: ['Ingress'],
    })
    for (const { spec } of of('NetworkPolicy'))
      for (const { from, ports } of spec.ingress ?? []) expect([from.length, ports.length]).toEqual([1, 1])
  })
})
