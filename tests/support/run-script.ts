import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a script of the project against a database, as an operator does. Resolves to what it printed. */
export async function runScript(url: string, script: string, args: string[], env: Record<string, string> = {}) {
  const all = { PATH: process.env.PATH, DATABASE_URL: url, ...env }
  const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env: all })
  return stdout
}
