import { expect, test } from 'vitest'

import { createLog } from '#app/platform/log.server.ts'

import { createStorage } from './storage.server.ts'

test('FILES_URL without credentials is refused with a line that names the missing variables', () => {
  const config = { dataDir: '/nowhere', filesUrl: 's3://shelf?endpoint=https://s3.example', awsKey: null }
  expect(() => createStorage(config, createLog('silent'))).toThrow(
    /^FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/,
  )
})
