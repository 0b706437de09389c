// `npm run move -- new.env`: moves the site to the DATABASE_URL and FILES_URL in that file (docs/growing.md). `npm run move -- --back`:
// people can write at the old place again.
import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'

import { readConfig } from '#app/platform/config.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { move, moveBack } from '#server/backup/move.ts'

const { values, positionals } = parseArgs({
  options: { back: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [file] = positionals
try {
  const from = readConfig(process.env)
  if (values.back) {
    await moveBack(from)
    console.log('People can write here again.')
  } else {
    if (!file) throw new Error('Say where to: npm run move -- new.env')
    const to = readConfig({ ...process.env, ...parseEnv(readFileSync(file, 'utf8')) })
    const { heldMs } = await move({ from, to, say: console.log })
    console.log(`Everything is at the new place, after ${(heldMs / 1_000).toFixed(1)} s in which nobody could write.`)
    console.log(
      `End this server and start it with the variables of ${file} and the same ID_KEY (without one: id-key in DATA_DIR).`,
    )
  }
} catch (error) {
  console.error(`The site was not moved. ${reasonOf(error)}`)
  process.exitCode = 1
}
