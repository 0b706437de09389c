import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { access } from '#app/access.server.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'

import { buyersPhone } from './access-people.ts'
import type { Options } from './access.ts'
import type { Finding } from './finding.ts'

interface Guard {
  name: string
  /** Once in the server as it is built; what stands there instead. */
  without: [RegExp, string]
}

const sellers = (what: string) =>
  `(select ${what} from stores where id = store_id union select ${what} from students where id = student_id)`
const phonesInLists = `replace(listed, ${sellers('name')}, ${sellers('phone')})`

/** What keeps people apart. Deleting and updating a post ask for its owner a second time: those are own-posts.server.test.ts's. */
const guards: Guard[] = [
  ...Object.entries(access)
    .filter(([, who]) => who.length < 3)
    .map(([pattern]) => ({
      name: `${pattern} is not everyone's`,
      without: [new RegExp(`("${RegExp.escape(pattern)}"): \\w+`), '$1: everyone'] as Guard['without'],
    })),
  { name: 'the declaration is looked at', without: [/if \(allowed\.includes\(who\)\) return;/, 'return;'] },
  { name: 'a session ends', without: [/\.where\("expiresAt", ">", sql`now\(\)`\)/, ''] },
  { name: 'My Posts lists own posts', without: [/\.where\(ownerColumn\(seller\), "=", seller\.id\)(\.orderBy)/, '$1'] },
  { name: 'a post is edited by its owner', without: [/\.where\(ownerColumn\(seller\), "=", seller\.id\)(\.executeTakeFirst\(\) \?\? null)/, '$1'] }, // prettier-ignore
  { name: 'Orders lists own orders', without: [/\.where\(sellerColumn\(seller\), "=", seller\.id\)(\.orderBy)/, '$1'] },
  { name: 'an order is opened by its seller', without: [/\.where\(sellerColumn\(seller\), "=", seller\.id\)(\.executeTakeFirst)/, '$1'] }, // prettier-ignore
  { name: 'dialogs open for who is signed in', without: [/if \(!viewer\) throw toLogIn;/, ''] },
  { name: 'dialogs of courses open for students', without: [/if \(viewer\.kind === "store" && post\.kind === "course"\) throw toLogIn;/, ''] }, // prettier-ignore
  { name: 'who buys is signed in', without: [/if \(!buyer\) throw toLogIn;/, ''] },
  { name: 'who comments is signed in', without: [/if \(!by\) throw toLogIn;/, ''] },
  {
    name: 'who asks for a book is a student',
    without: [/if \(student\?\.kind !== "student"\) throw/, 'if (false) throw'],
  },
  { name: 'stores comment on no course', without: [/if \(post\.kind === "course" && by\.kind === "store"\) return "not for stores";/, ''] }, // prettier-ignore
  { name: 'stores buy no course', without: [/if \(post\.kind === "course" && buyer\.kind === "store"\) return "not for stores";/, ''] }, // prettier-ignore
  { name: 'nobody buys of themselves', without: [/if \(buyer\.id === \(buyer\.kind[^\n]+return "own";/, ''] },
  { name: 'who commented is masked', without: [/by: masked\(by, secret\)/, 'by'] },
  { name: 'a list tells no phone', without: [/\.select\("listed"\)(?=\.where\("kind")/, `.select(sql\`${phonesInLists}\`.as("listed"))`] }, // prettier-ignore
  { name: 'a page tells of who asks alone', without: [/viewer: context\.get\(viewerContext\),/, `viewer: { kind: "student", ...context.get(viewerContext), phone: "${buyersPhone}" },`] }, // prettier-ignore
  ...ofDownloads(),
  { name: 'a store changes its own profile', without: [/(\.\.\.picture && \{ picture \}\s*\}\))\.where\("id", "=", id\)/, '$1'] }, // prettier-ignore
  { name: 'a page that is kept is for visitors', without: [/hasSessionCookie\(c\.req\.header\("cookie"\)\) \|\| /, ''] }, // prettier-ignore
  { name: 'who logs out ends no other session', without: [/(deleteFrom\("sessions"\))\.where\("tokenSha256", "=", sha256\(token\)\)/, '$1'] }, // prettier-ignore
  { name: 'visitors upload for a sign-up only', without: [/if \(person === null && !isForSignUp\(c\)\) return c\.json\([^;]+;/, ''] }, // prettier-ignore
  { name: 'who logs out is out', without: [/if \(token\) await endSession\(context\.get\(dbContext\), token\);/, ''] },
]

/** What people download is about themselves; that of the sessions says nothing of whose they are. */
function ofDownloads(): Guard[] {
  const after = (last: string, condition: string): Guard['without'] => [new RegExp(`("${last}",\\s*"createdAt"\\s*\\]\\))${RegExp.escape(condition)}`), '$1'] // prettier-ignore
  return [
    { name: 'students download their own account', without: after('idType', '.where("id", "=", id)') },
    { name: 'stores download their own account', without: after('picture', '.where("id", "=", id)') },
    { name: 'people download their own requests', without: after('comment', '.where("studentId", "=", id)') },
    { name: 'people download their own messages', without: after('reason', '.where("studentId", "=", id)') },
    { name: 'people download their own posts', without: [/\.where\(ownColumn\(viewer\), "=", viewer\.id\)/, ''] },
    { name: 'people download their own comments', without: [/\.where\(`comments\.\$\{ownColumn\(viewer\)\}`, "=", id\)/, ''] }, // prettier-ignore
    { name: 'people download their own orders', without: [/\.where\(column, "=", id\)/, ''] },
  ]
}

/** Takes the guards away, one at a time, from a copy of what is built: each time something has to be found. */
export async function proveGuards(seed: number, examine: (options: Options) => Promise<Finding[]>): Promise<Finding[]> {
  const copy = copyOfProject()
  const postgres = await startTestPostgres()
  const findings: Finding[] = []
  try {
    for (const { name, without } of guards) {
      const restore = replaceOnce(copy, without)
      const options = { seed, isLong: false, isProof: true, project: copy, postgresUrl: postgres.url }
      const found = (await examine(options)).find(({ holds }) => !holds)
      restore()
      console.log(`${found ? '✓' : '✗'} without "${name}": ${found?.found.split('\n')[0] ?? 'nothing was noticed'}`)
      findings.push({
        part: 'access',
        tried: `without "${name}"`,
        found: found?.found.split('\n')[0] ?? 'nothing was noticed',
        holds: found !== undefined,
      })
    }
  } finally {
    await postgres.stop()
    rmSync(copy, { recursive: true, force: true })
  }
  return findings
}

function copyOfProject() {
  const copy = mkdtempSync(path.join(tmpdir(), 'puthi-guards-'))
  const parts = ['app', 'server', 'database', 'public', 'build', ...globSync('*.{json,ts}')]
  for (const part of parts) cpSync(part, path.join(copy, part), { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** A guard that is not found, or found twice, was moved: the list has to follow it. */
export function missingGuards(): Finding {
  const missing = guards.filter(({ without: [guard] }) => placesOf('.', guard).length !== 1).map(({ name }) => name)
  return {
    part: 'access',
    tried: `guards that can be taken away: ${guards.length}`,
    found: missing.length > 0 ? `not found once: ${missing.join(', ')}` : 'each stands once in what is built',
    holds: missing.length === 0,
  }
}

function placesOf(project: string, guard: RegExp) {
  const files = globSync('build/server/**/*.js', { cwd: project }).map((file) => path.join(project, file))
  return files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(new RegExp(guard, 'g'))].map(() => file))
}

function replaceOnce(copy: string, [guard, instead]: Guard['without']) {
  const [file] = placesOf(copy, guard)
  const before = readFileSync(file!, 'utf8')
  writeFileSync(file!, before.replace(guard, instead))
  return () => writeFileSync(file!, before)
}
