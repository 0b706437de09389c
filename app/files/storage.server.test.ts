import { expect, test } from 'vitest'

import { createLog } from '#app/platform/log.server.ts'

import { createStorage } from './storage.server.ts'

test('a bucket without the key to it ends the start with a line that says what is missing', () => {
  const config = { dataDir: '/nowhere', filesUrl: 's3://shelf?endpoint=https://s3.example', awsKey: null }
  expect(() => createStorage(config, createLog('silent'))).toThrow(
    /^FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/,
  )
})
