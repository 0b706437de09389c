// What every page runs at once, in two kilobytes. The rest of the script can wait: a page works without it.
import { startLater } from './platform/start-later.ts'
import { stayWhenOffline } from './platform/stay-offline.ts'
import { protectPage } from './shells/page-protection.ts'
import './ui/turning-pictures.ts'

protectPage()
stayWhenOffline()
startLater()
