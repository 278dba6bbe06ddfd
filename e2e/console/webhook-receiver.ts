import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePorts } from '../../testing/ports.ts'

/** A loopback address that the service under test takes for one of the public internet. */
const ADDRESS = '127.0.0.2'

export type Received = { headers: IncomingHttpHeaders; body: string }

/** A receiver of webhooks that answers what the test wants and keeps what came. */
export class WebhookReceiver {
  readonly internet: { public: string; ports: number[] }
  readonly url: string
  readonly received: Received[] = []
  /** What it answers from now on. */
  status = 204
  readonly #server: Server

  private constructor(port: number) {
    this.internet = { public: ADDRESS, ports: [port, 443] }
    this.url = `http://${ADDRESS}:${port}/walkaround`
    this.#server = createServer(async (request, response) => {
      this.received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(this.status).end()
    }).listen(port, ADDRESS)
  }

  static async open(): Promise<WebhookReceiver> {
    const [port = 0] = await freePorts(1)
    return new WebhookReceiver(port)
  }

  close(): void {
    this.#server.close()
  }
}
