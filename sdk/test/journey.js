/**
 * What an application does with the SDK, in plain JavaScript: run as it stands by Node 20 and by a browser, over a line
 * that breaks. Answers what it saw.
 */
export async function journey(sdk, { baseUrl, token, secret, webhook, picture, path }) {
  const client = sdk.createClient({ baseUrl, token: async () => token, retries: 15, timeoutMs: 20_000 })
  const { result: id } = await sdk.createInspection(client, { tasks: {}, additionalData: { own_key: 'ä' } })

  const hangUp = new AbortController()
  const told = []
  const following = (async () => {
    for await (const event of sdk.streamInspectionEvents(client, id, {}, { signal: hangUp.signal })) {
      told.push(event)
      if (told.some(({ type }) => type === 'damage.created')) return
    }
  })()
  // The stream begins with what happens from now on: it is open once it tells of something.
  for (let n = 0; told.length === 0; n++) {
    await sdk.updateVehicle(client, id, { color: `red ${n}` })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  const steps = []
  const sources = [picture, picture.slice(0).stream(), ...(path ? [path] : [])]
  const images = []
  for (const [n, source] of sources.entries()) {
    const onProgress = ({ sentBytes, totalBytes }) => steps.push([n, sentBytes, totalBytes])
    // Each for another place: the same picture for the same place is one image.
    const fields = { compliances: { coverage360: { sightId: `sight-${n}` } } }
    images.push((await sdk.uploadImage(client, id, source, fields, { onProgress })).result)
  }
  const listed = []
  for await (const image of sdk.listImages(client, id, { limit: 1, paginationOrder: 'asc' }))
    listed.push(image)
  const damage = await sdk.createDamage(client, id, { damageType: 'dent', partType: 'hood' })
  await following
  const { entities } = await sdk.getInspection(client, id)
  const failure = await sdk.getInspection(client, 'nothing').catch((error) => error)
  const aborted = await sdk
    .uploadImage(client, id, picture, {}, { signal: AbortSignal.timeout(1) })
    .catch((error) => error)
  const event = await sdk.verifyWebhook(secret, webhook.headers, webhook.body)
  const forged = await sdk.verifyWebhook(secret, webhook.headers, `${webhook.body} `).catch((error) => error)
  return {
    id,
    images,
    listed: listed.map((image) => image.id),
    sizes: listed.map((image) => image.binarySize),
    damage: damage.result,
    damages: Object.keys(entities.damages),
    own: entities.inspections[id]?.additionalData?.own_key,
    steps,
    told: told.map(({ type }) => type),
    positions: told.map(({ position }) => position),
    failure: { isOurs: failure instanceof sdk.WalkaroundError, code: failure.code, status: failure.status },
    aborted: aborted.name,
    event: event.type,
    forged: forged.code,
  }
}
