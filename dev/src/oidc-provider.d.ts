// The package ships no types. This declares the part of its interface that the issuer uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Client = {
    clientId: string
    grantTypeAllowed(type: string): boolean
    redirectUriAllowed(uri: string): boolean
    postLogoutRedirectUriAllowed(uri: string): boolean
  }
  export type Grant = {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }
  export type Context = {
    oidc: {
      client: Client
      session: { accountId?: string; grantIdFor(clientId: string): string | undefined }
      requestParamOIDCScopes: Set<string>
      provider: Provider
      params?: Record<string, string | undefined>
      body?: Record<string, string | undefined>
    }
    query: Record<string, string | undefined>
    type: string
    body: string
    status: number
  }
  export type Token = { accountId?: string; clientId: string }
  export type Interaction = { uid: string; prompt: { name: string }; params: Record<string, unknown> }
  export type InteractionResult =
    | { login: { accountId: string } }
    | { consent: { grantId?: string } }
    | { error: string; error_description: string }

  type Prompt = { checks: { clear(): void } }
  export const interactionPolicy: { base(): { get(name: string): Prompt | undefined } }

  export const errors: { InvalidTarget: new (description: string) => Error }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Client: {
      new (metadata: object): Client
      prototype: Client
      find(id: string): Promise<Client | undefined>
    }
    Grant: {
      new (properties: { accountId: string | undefined; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
