import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { AwsClient } from 'aws4fetch'

import { until } from '../until.ts'
import type { Machine } from './machines.ts'

const port = 9000
export const storeKeys = { AWS_ACCESS_KEY_ID: 'puthi', AWS_SECRET_ACCESS_KEY: 'secret' }
const bucket = 'puthi'

export type Store = Awaited<ReturnType<typeof startStore>>

/** A place for files that speaks S3: Ceph on one machine, with one disk. */
export async function startStore(machine: Machine, folder: string) {
  const home = path.join(folder, 'store')
  for (const name of ['mon', 'osd', 'run']) mkdirSync(path.join(home, name), { recursive: true })
  const file = path.join(home, 'ceph.conf')
  const keyring = path.join(home, 'keyring')
  const [cluster, disk] = [randomUUID(), randomUUID()]
  const monitor = '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]'
  writeFileSync(file, configOf({ home, keyring, cluster, monitor, address: machine.address }))

  const run = (...command: string[]) => machine.run([...command, '-c', file])
  const allow = (name: string, ...caps: string[]) =>
    machine.run([
      'ceph-authtool',
      keyring,
      '--gen-key',
      '-n',
      name,
      ...caps.flatMap((cap) => ['--cap', ...cap.split('=')]),
    ])
  writeFileSync(keyring, '')
  allow('mon.', 'mon=allow *')
  allow('client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *')
  allow('osd.0', 'mon=allow profile osd', 'osd=allow *')
  allow('client.rgw.a', 'mon=allow rw', 'osd=allow rwx')
  const map = path.join(home, 'monmap')
  machine.run(['monmaptool', '--create', '--addv', 'a', monitor, '--fsid', cluster, map])
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
  machine.start('monitor', ['ceph-mon', '-c', file, '-i', 'a', '-f'])
  await until('monitor', () => works(() => run('timeout', '5', 'ceph', 'quorum_status')), { everyMs: 300 })
  run('ceph', 'osd', 'new', disk, '0')
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk, '--keyring', keyring)
  run('ceph', 'auth', 'import', '-i', keyring)
  run('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost')
  machine.start('disk', ['ceph-osd', '-c', file, '-i', '0', '-f'])
  await until('disk', () => run('ceph', 'osd', 'stat').includes('1 up'), { everyMs: 300 })

  const address = `http://${machine.address}:${port}`
  const startGateway = () => machine.start('gateway', ['radosgw', '-c', file, '-n', 'client.rgw.a', '-f'])
  const isUp = () =>
    fetch(address, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const store = {
    machine,
    gateway: startGateway(),
    isUp,
    restartGateway() {
      store.gateway = startGateway()
    },
    /** FILES_URL, with `storeKeys` beside it. */
    url: `s3://${bucket}?endpoint=${address}&region=us-east-1`,
  }
  await until('gateway', isUp, { maxMs: 60_000, everyMs: 200 })
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = storeKeys
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
  run('radosgw-admin', 'user', 'create', '--uid=puthi', '--display-name=puthi', ...keys)
  const aws = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' })
  const made = await aws.fetch(`${address}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`The bucket was not made: ${made.status} ${await made.text()}`)
  return store
}

function works(what: () => unknown) {
  try {
    what()
    return true
  } catch {
    return false
  }
}

interface Given {
  home: string
  keyring: string
  cluster: string
  monitor: string
  address: string
}

const configOf = ({ home, keyring, cluster, monitor, address }: Given) => `
[global]
fsid = ${cluster}
mon_initial_members = a
mon_host = ${monitor}
public_network = 127.0.0.0/8
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
mon_max_pg_per_osd = 500
osd_crush_chooseleaf_type = 0
keyring = ${keyring}
run_dir = ${home}/run
admin_socket = ${home}/run/$name.asok
log_file = ${home}/$name.log
pid_file = ${home}/run/$name.pid
mon_data = ${home}/mon
osd_data = ${home}/osd
mon_data_avail_crit = 1
mon_data_avail_warn = 2

[osd]
osd_objectstore = bluestore
bluestore_block_size = 4294967296
osd_memory_target = 939524096
ms_bind_ipv6 = false

[client.rgw.a]
rgw_frontends = beast endpoint=${address}:${port}
rgw_thread_pool_size = 32
`
