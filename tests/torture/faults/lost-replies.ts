import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'

import type { Finding } from '../finding.ts'
import { integer, pick, type Random } from '../random.ts'
import { until } from '../until.ts'
import { aDeed, countsOf, type Deed, faultsOf, formOf, okOf, type People, send } from './deeds.ts'
import { startProxy } from './proxy.ts'
import { aftermathOf, type Shop } from './shop.ts'

const part = 'faults'

/** A proxy drops about half of the responses; the client then retries with the same idempotency key. */
export async function lostReplies(shop: Shop, isLong: boolean): Promise<Finding> {
  const { db, server, people, random, seed } = shop
  const deeds = Array.from({ length: isLong ? 1_000 : 60 }, () => aDeed(random))
  let lost = 0
  const proxy = await startProxy(
    { port: Number(new URL(server.address).port), host: '127.0.0.1' },
    { onAnswer: () => random() < 0.5 || (lost++, false) },
  )
  const address = `http://127.0.0.1:${proxy.port}`
  let sent = 0
  const act = async (cookie: string) => {
    for (let deed = toDo.pop(); deed; deed = toDo.pop()) {
      while (deed.outcome !== 'ok') {
        deed.outcome = await send(address, { deed, people, cookie })
        sent++
      }
    }
  }
  const toDo = [...deeds]
  await Promise.all(people.cookies.map(act))
  proxy.stop()
  const faults = [...(await faultsOf(db, deeds)), ...(await aftermathOf(shop))]
  return {
    part,
    tried: `${deeds.length} orders, comments, requests, messages and posts with ${lost} replies lost on the way, seed ${seed}`,
    found: `sent ${sent} times: ${countsOf(deeds)}; ${faults.length} faults ${faults.slice(0, 5).join('; ')}`,
    holds: faults.length === 0 && okOf(deeds).length === deeds.length && lost >= deeds.length / 4,
  }
}

/** Clients disconnect in the middle of an upload: of a single picture, or of a form with pictures. */
export async function cutUploads(shop: Shop, isLong: boolean): Promise<Finding> {
  const { db, server, people, folder, random, seed } = shop
  const count = isLong ? 2_000 : 200
  const deeds = Array.from({ length: count }, () => aDeed(random, ['post']))
  const byWay = { byScript: 0, byForm: 0 }
  for (let done = 0; done < count; done += 10) {
    await Promise.all(
      deeds.slice(done, done + 10).map(async (deed) => {
        const way = pick(random, ['byScript', 'byForm'] as const)
        const sent = way === 'byScript' ? ofPicture(people) : await ofForm(deed, people)
        byWay[way]++
        deed.outcome = 'failed'
        await sendHalf(server.address, sent, random)
      }),
    )
  }
  const incoming = path.join(folder, 'files/.incoming')
  await until('end of what was cut', async () => {
    const waiting = await db.selectFrom('files').select('key').where('takenAt', 'is', null).execute()
    return waiting.length === 0 && readdirSync(incoming).length === 0
  })
  const last = aDeed(random, ['post'])
  last.outcome = await send(server.address, { deed: last, people, cookie: people.cookies[0]! })
  const faults = [...(await faultsOf(db, [...deeds, last])), ...(await aftermathOf(shop))]
  return {
    part,
    tried: `${count} uploads cut half-way (${byWay.byScript} by script, ${byWay.byForm} in a form), seed ${seed}`,
    found: `${countsOf(deeds)}, nothing left for the sweep; ${faults.length} faults ${faults.slice(0, 5).join('; ')}`,
    holds: faults.length === 0 && last.outcome === 'ok',
  }
}

interface Sent {
  head: string
  body: Buffer
}

async function ofForm(deed: Deed, people: People): Promise<Sent> {
  const { path: address, body } = formOf(deed, people)
  const form = new Response(body)
  const type = form.headers.get('Content-Type')!
  return { head: headOf(address, people, type), body: Buffer.from(await form.arrayBuffer()) }
}

function ofPicture(people: People): Sent {
  const body = Buffer.from(people.picture)
  return { head: headOf('/uploads/picture?folder=images&name=a.jpg', people, 'image/jpeg'), body }
}

const headOf = (address: string, { cookies }: People, type: string) =>
  [
    `POST ${address} HTTP/1.1`,
    'Host: puthi',
    'Accept: text/html',
    `Cookie: ${cookies[0]}`,
    `Content-Type: ${type}`,
  ].join('\r\n')

/** Sends part of the body and disconnects 0 to 20 ms later, when the server may have begun to process it, or not. */
function sendHalf(address: string, { head, body }: Sent, random: Random) {
  const [cutAt, afterMs] = [integer(random, 1, body.length - 1), integer(random, 0, 20)]
  return new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => {}).on('close', () => resolve())
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, cutAt), () => setTimeout(() => socket.destroy(), afterMs))
  })
}
