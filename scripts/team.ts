// `npm run team`: lists the members of the team. `npm run team -- add NAME EMAIL [owner|support]` adds one and prints a link to choose a
// password by; `link EMAIL` prints a new one, for who lost password or codes; `end EMAIL` ends a membership.
import { commandLine } from '#app/audit/command-line.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { addMember, endMember, listMembers, renewMember } from '#app/team/keep-members.server.ts'
import { linkHours, teamRoles } from '#app/team/team-rules.ts'
import { reachPostgres } from '#server/postgres/postgres.ts'

const usage = `npm run team                               the members
npm run team -- add NAME EMAIL [owner]     adds one; without owner, for support
npm run team -- link EMAIL                 a new link, for who lost password or codes
npm run team -- end EMAIL                  ends a membership`

const [deed, ...words] = process.argv.slice(2)
const config = readConfig(process.env)
const postgres = config.databaseUrl ? null : await reachPostgres(config.dataDir)
const db = createDb(config.databaseUrl ?? postgres!.url, { max: 1 })
try {
  process.exitCode = await run()
} finally {
  await db.destroy()
  await postgres?.stop()
}

async function run() {
  if (deed === undefined) return list()
  if (deed === 'add') return add()
  const [email] = words
  if (deed === 'link' && email) return printLink(await renewMember(db, email, commandLine))
  if (deed === 'end' && email) {
    const ended = await endMember(db, email, commandLine)
    console.log(ended === 'ended' ? 'Ended. All their sessions are over.' : 'No member has this e-mail address.')
    return ended === 'ended' ? 0 : 1
  }
  console.error(usage)
  return 1
}

async function list() {
  const members = await listMembers(db)
  for (const { name, email, role, hasCodes, endedAt } of members) {
    const state = endedAt ? `ended ${endedAt.toISOString().slice(0, 10)}` : hasCodes ? role : `${role}, never logged in`
    console.log(`${name}  ${email}  ${state}`)
  }
  if (members.length === 0) console.log(`Nobody yet.\n${usage}`)
  return 0
}

async function add() {
  const [name, email, role = 'support'] = words
  const known = teamRoles.find((one) => one === role)
  if (!name?.trim() || !email || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || !known) {
    console.error(usage)
    return 1
  }
  return printLink(await addMember(db, { name: name.trim(), email, role: known }, commandLine))
}

function printLink(link: { path: string } | 'taken' | 'gone') {
  if (typeof link === 'string') {
    console.log(link === 'taken' ? 'A member has this e-mail address already.' : 'No member has this e-mail address.')
    return 1
  }
  console.log(`${config.publicUrl ?? ''}${link.path}`)
  console.log(`It works once, for ${linkHours} hours. Give it to nobody but its owner.`)
  if (!config.publicUrl) console.log('Set PUBLIC_URL for a whole address; without it put that of your site in front.')
  return 0
}
