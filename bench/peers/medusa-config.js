const { defineConfig } = require('@medusajs/framework/utils')

/** Medusa as its guide sets it up, without its admin; what it keeps in memory without Redis, it keeps in memory. */
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // As many as Puthi has.
    databaseDriverOptions: { ssl: false, pool: { max: 10 } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'bench', cookieSecret: 'bench' },
  },
  admin: { disable: true },
})
