import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

/** What the rehearsal needs, and the packages of Debian that have it. */
const packages = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  radosgw: 'radosgw',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  ceph: 'ceph-common',
  ip: 'iproute2',
}

/** Why the rehearsal cannot be held here; null if it can. */
export function whyNot() {
  if (process.getuid?.() !== 0) return 'it makes network namespaces, which only root may'
  const missing = Object.entries(packages).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  if (missing.length > 0) return `apt-get install --no-install-recommends ${missing.join(' ')}`
  if (!postgresBin()) return 'apt-get install --no-install-recommends postgresql'
  const version = Number(/ (\d+)\./.exec(printed(patroni, ['--version']))?.[1])
  if (!(version >= 4)) {
    return 'Patroni 4 is needed (3.0 of Debian 12 loses acknowledged writes): `apt-get install patroni` of Debian 13, or its path in PATRONI'
  }
  return null
}

/** Debian's, or another that PATRONI names. */
export const patroni = process.env.PATRONI ?? 'patroni'

/** The newest that Debian has installed. */
export function postgresBin() {
  const found = globSync('/usr/lib/postgresql/*/bin')
  return found.toSorted((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4])).at(-1) ?? null
}

export function userId(name: string): [uid: number, gid: number] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid, gid] = line!.split(':')
  return [Number(uid), Number(gid)]
}

const isThere = (program: string) => spawnSync('which', [program]).status === 0

const printed = (program: string, args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? ''
