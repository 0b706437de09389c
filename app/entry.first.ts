// Two kilobytes that every page runs at once. The rest is loaded later: pages work without JavaScript.
import { keepPageWhenOffline } from './connection/keep-page-when-offline.ts'
import { protectPage } from './layout/page-protection.ts'
import { listenForSearchKey } from './layout/search-key.ts'
import { startOnFirstInput } from './rendering/start-on-first-input.ts'
import './ui/turning-pictures.ts'

protectPage()
keepPageWhenOffline()
startOnFirstInput()
listenForSearchKey()
