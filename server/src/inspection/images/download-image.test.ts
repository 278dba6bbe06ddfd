import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC } from '../../../../testing/public-address.ts'
import { createInspection, jpeg } from '../../../test/factories.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

// 127.0.0.2 plays the public internet; everything else on this machine stays private.
let host: Server
let service: Service
let port: number
beforeAll(async () => {
  const picture = await jpeg(11)
  host = createServer((request, response) => {
    if (request.url === '/car.jpg')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(picture)
    if (request.url === '/page')
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>')
    return response.writeHead(404).end()
  })
  host.listen(0, PUBLIC)
  await once(host, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  port = (host.address() as AddressInfo).port
  service = await startOwnService({
    egress: {
      allowHttp: true,
      ports: [port],
      judge: (address) => address === PUBLIC,
      lookup: async () => [{ address: PUBLIC, family: 4 }],
    },
  })
})
afterAll(async () => {
  await service.stop()
  host.close()
})

const acquisition = (path: string) => ({
  strategy: 'download_from_url',
  url: `http://pictures.example.com:${port}${path}`,
})

describe('createImage by URL', () => {
  it('201 stores the picture behind the URL, by its bytes and not by its declared type', async () => {
    const id = await createInspection(service, { tasks: { wheel_analysis: {} } })
    const { status, body } = await service.call('POST', `/inspections/${id}/images`, {
      json: { name: 'n', acquisition: acquisition('/car.jpg'), tasks: ['wheel_analysis'] },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'n', image_width: 320, image_height: 240, mimetype: 'image/jpeg' })
  })

  it('201 takes pictures with the inspection and starts at once what was created to start', async () => {
    const id = await createInspection(service, {
      tasks: { compliances: { status: 'TODO' } },
      images: [
        { acquisition: acquisition('/car.jpg'), name: 'a' },
        { acquisition: acquisition('/car.jpg'), name: 'b' },
        // The same picture for the same place is one image here too.
        { acquisition: acquisition('/car.jpg'), name: 'a' },
      ],
    })
    const { body } = await service.call('GET', `/inspections/${id}`)
    expect(body.images.map((image: { name: string }) => image.name)).toEqual(['a', 'b'])
    expect(body.tasks[0]).toMatchObject({ name: 'compliances', status: 'TODO' })
  })

  it('404, 415 and 422 leave no inspection behind', async () => {
    const count = async () => (await service.rows('select count(*) from inspections'))[0].count
    const before = await count()
    for (const [path, status] of [
      ['/page', 415],
      ['/gone', 422],
    ] as const) {
      const answer = await service.call('POST', '/inspections', {
        json: { tasks: {}, images: [{ acquisition: acquisition(path) }] },
      })
      expect(answer.status).toBe(status)
    }
    expect(await count()).toBe(before)
  })

  it('400 without a URL', async () => {
    const id = await createInspection(service)
    const answer = await service.call('POST', `/inspections/${id}/images`, {
      json: { acquisition: { strategy: 'download_from_url' } },
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'acquisition.url' }] } })
  })
})
