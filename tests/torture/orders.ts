import type { Finding } from './finding.ts'
import { killServers } from './order-kills.ts'
import { walkOrders } from './order-walks.ts'

interface Options {
  seed: number
  isLong: boolean
}

/** Orders walked through their states by everybody at once, and placed while servers are killed. */
export const orders = async (options: Options): Promise<Finding[]> => [
  await walkOrders(options),
  ...(await killServers(options)),
]
