import { Agent, createServer, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { TestServer } from '../../support/server.ts'
import type { Finding } from '../finding.ts'
import { pick } from '../random.ts'
import { isReady, until } from '../until.ts'
import { aDeed, countsOf, type Deed, faultsOf, okOf, send } from './deeds.ts'
import { aftermathOf, type Shop } from './shop.ts'

const checkEveryMs = 100
/** In seconds: longer than the load balancer takes to notice that the process is not ready. */
const shutdownDelay = '1'

/** Restarts two processes on one database in turn, under load; no request may fail. */
export async function rollingRestarts(shop: Shop, isLong: boolean): Promise<Finding> {
  const { db, people, start, random, seed } = shop
  const restarts = isLong ? 30 : 2
  const startOne = () => start({ SHUTDOWN_DELAY: shutdownDelay })
  const processes = [await startOne(), await startOne()]
  const balancer = await startBalancer(processes)

  const deeds: Deed[] = []
  const failures: string[] = []
  let pages = 0
  let isOpen = true
  const live = async (cookie: string) => {
    while (isOpen) {
      const deed = aDeed(random)
      deeds.push(deed)
      deed.outcome = await send(balancer.address, { deed, people, cookie }, (status) => failures.push(String(status)))
      if (deed.outcome !== 'ok') failures.push(deed.outcome)
      const path = pick(random, ['/', '/?tab=books', '/ContactUs', '/login'])
      const page = await fetch(balancer.address + path, { headers: pick(random, [{}, { Cookie: cookie }]) })
      await page.arrayBuffer()
      pages++
      if (!page.ok) failures.push(`${path} ${page.status}`)
      await sleep(20)
    }
  }
  const lives = people.cookies.map(live)
  for (let round = 0; round < restarts; round++) {
    const turn = round % 2
    const { address, stop } = processes[turn]!
    const [next, isLetGo] = await Promise.all([startOne(), letsGo(address), stop('SIGTERM')])
    if (!isLetGo) failures.push('a connection is kept by who stops')
    processes[turn] = next
    await until('second process', () => balancer.ready() === 2)
  }
  isOpen = false
  await Promise.all(lives)
  balancer.stop()
  await Promise.all(processes.map((one) => one.stop('SIGINT')))

  const faults = [...failures, ...(await faultsOf(db, deeds)), ...(await aftermathOf(shop))]
  return {
    part: 'faults',
    tried: `${restarts} rolling restarts of two processes under ${deeds.length} deeds and ${pages} pages, seed ${seed}`,
    found: `${countsOf(deeds)}; ${faults.length} faults ${faults.slice(0, 5).join('; ')}`,
    holds: faults.length === 0 && okOf(deeds).length === deeds.length && deeds.length >= restarts * 10,
  }
}

/** Whether a process that is stopping responds to a request with `Connection: close`, so that clients reconnect. */
async function letsGo(address: string) {
  await until('end', async () => !(await isReady(address)))
  const answer = await fetch(`${address}/login`).catch(() => null) // has ended already, on a busy machine
  return !answer || answer.headers.get('Connection') === 'close'
}

/** A minimal load balancer: round robin over the ready processes, with keep-alive connections and without retries. */
async function startBalancer(processes: TestServer[]) {
  const agent = new Agent({ keepAlive: true })
  let ready: string[] = []
  let turn = 0
  const look = async () => {
    const addresses = processes.map(({ address }) => address)
    const answers = await Promise.all(addresses.map(isReady))
    ready = addresses.filter((_, at) => answers[at])
  }
  await look()
  const looking = setInterval(() => void look(), checkEveryMs)
  const server = createServer((asked, answer) => {
    const to = ready[turn++ % ready.length]
    if (!to) return void answer.writeHead(502).end()
    const { method = 'GET', url = '', headers } = asked
    const passed = request(to + url, { agent, method, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    ready: () => ready.length,
    stop() {
      clearInterval(looking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
