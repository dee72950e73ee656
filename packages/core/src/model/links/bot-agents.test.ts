import { describe, expect, test } from '@jest/globals'
import { isBotAgent } from './bot-agents.js'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A.240405.002; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'Chrome/124.0.6367.82 Mobile Safari/537.36'

const PROGRAMS: readonly (readonly [string, string])[] = [
  [
    'iMessage',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  ['WhatsApp on Android', 'WhatsApp/2.23.20.0 A'],
  ['WhatsApp on an iPhone', 'WhatsApp/2.19.81 i'],
  ['WhatsApp on a desktop', 'WhatsApp/0.3.4479 N'],
  ['Signal', 'WhatsApp/2'],
  ['WhatsApp without a version', 'WhatsApp'],
  ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Slack, for images', 'Slack-ImgProxy (+https://api.slack.com/robots)'],
  ['Slack, for the rest', 'Slackbot 1.0 (+https://api.slack.com/robots)'],
  ['Telegram', 'TelegramBot (like TwitterBot)'],
  ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Facebook, an older name', 'Facebot/1.0'],
  ['Facebook, for shops', 'facebookcatalog/1.0'],
  ['Meta', 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
  ['Meta, on demand', 'meta-externalfetcher/1.1'],
  ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['X', 'Twitterbot/1.0'],
  ['Bluesky', 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)'],
  ['Mastodon', 'http.rb/2.2.2 (Mastodon/1.5.1; +https://example-masto-instance.org/)'],
  ['Matrix', 'Synapse (bot; +https://github.com/matrix-org/synapse)'],
  [
    'Skype and Teams',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  ],
  ['Microsoft', 'Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)'],
  ['Snapchat', 'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
  ['Pinterest', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)'],
  ['Pinterest, an older name', 'Pinterest/0.2 (+http://www.pinterest.com/bot.html)'],
  ['Viber', 'Viber'],
  ['KakaoTalk', 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984'],
  ['LINE', 'facebookexternalhit/1.1;line-poker/1.0'],
  ['VK', 'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)'],
  ['Reddit', 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)'],
  ['Embedly', 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)'],
  ['Iframely', 'Iframely/1.3.1 (+https://iframely.com/docs/about) Atlassian'],
  ['Google', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Google as a phone', `${ANDROID} ${CHROME} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`],
  [
    'Google, for previews',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36 Google (+https://developers.google.com/+/web/snippet/)',
  ],
  ['Google, for images', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
  ['Google, for safety', `${ANDROID} ${CHROME} (compatible; Google-Safety; +http://www.google.com/bot.html)`],
  ['Google, for feeds', 'Feedfetcher-Google; (+http://www.google.com/feedfetcher.html; 1 subscribers)'],
  ['Google, for advertisements', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  ['Bing', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  ['Bing, for previews', 'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b'],
  [
    'Apple',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  ['Yandex', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  ['Yahoo', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  ['DuckDuckGo', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
  ['Baidu', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
]

const PEOPLE: readonly (readonly [string, string])[] = [
  ['Safari on an iPhone', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4.1 Safari/605.1.15',
  ],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME}`],
  ['Chrome on an iPhone', `${IPHONE} CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1`],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:125.0) Gecko/125.0 Firefox/125.0'],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  ['Edge', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0'],
  ['the search app from Google', `${IPHONE} GSA/315.0.629 Mobile/15E148 Safari/604.1`],
  ['DuckDuckGo', `${IPHONE} Version/17.4 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  [
    'Opera Mini',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.348; U; en) Presto/2.5.25 Version/10.54',
  ],
  [
    'UC Browser',
    'Mozilla/5.0 (Linux; U; Android 10; en-US; RMX1911) AppleWebKit/537.36 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
  ],
  [
    'Facebook on an iPhone',
    `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/462.0.0.34.106;FBBV/594412357;FBDV/iPhone14,5;FBLC/en_US]`,
  ],
  ['Facebook on Android', `${ANDROID} Version/4.0 ${CHROME} [FB_IAB/FB4A;FBAV/462.0.0.47.85;]`],
  ['Facebook, with its current name', `${ANDROID} Version/4.0 ${CHROME} MetaIAB Facebook`],
  ['Messenger', `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/456.0.0.30.109;FBDV/iPhone14,5]`],
  [
    'Instagram on an iPhone',
    `${IPHONE} Mobile/15E148 Instagram 330.0.3.29.90 (iPhone14,5; iOS 17_5; en_US; scale=3.00)`,
  ],
  [
    'Instagram on Android',
    `${ANDROID} Version/4.0 ${CHROME} Instagram 330.0.0.40.92 Android (34/14; 420dpi; Google/google)`,
  ],
  ['LinkedIn', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.5513`],
  ['Snapchat', `${IPHONE} Version/17.5 Mobile/15E148 Snapchat/12.85.0.42 (like Safari/8618.2.12.10.9, panda)`],
  ['Pinterest', `${IPHONE} Mobile/15E148 [Pinterest/iOS]`],
  [
    'Telegram',
    `Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 ${CHROME} Telegram-Android/10.12.0 (Samsung SM-S911B)`,
  ],
  ['WhatsApp', `${ANDROID} Version/4.0 ${CHROME} WhatsApp/2.24.9.78`],
  ['Viber', `${IPHONE} Mobile/15E148 Viber/22.5.0`],
  ['LINE', `${IPHONE} Mobile/15E148 Safari Line/14.6.0`],
  ['KakaoTalk', `${IPHONE} Mobile/15E148 KAKAOTALK 10.7.5`],
  ['X', `${IPHONE} Mobile/15E148 Twitter for iPhone/10.40`],
  ['TikTok', `${IPHONE} Mobile/15E148 musical_ly_34.4.0 BytedanceWebview/d8a21c6`],
  ['a Cubot phone', `Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 ${CHROME}`],
  ['another Cubot phone', `Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 ${CHROME}`],
  ['no user agent', ''],
]

describe('a program that previews or follows links', () => {
  test.each(PROGRAMS)('is recognized by its user agent: %s', (_, agent) => {
    expect(isBotAgent(agent)).toBe(true)
    expect(isBotAgent(agent.toUpperCase())).toBe(true)
  })
})

describe('a person', () => {
  test.each(PEOPLE)('is not taken for a bot, in a browser or an in-app browser: %s', (_, agent) => {
    expect(isBotAgent(agent)).toBe(false)
  })
})

test.each([
  ['a', false],
  ['1', false],
  ['-google', true],
  ['Google-', true],
  [' ', false],
  ['cubot', false],
  ['bo', false],
  ['bots', true],
  ['Yahoo!', false],
])('a very long user agent is checked quickly: %s, repeated', (piece, isBot) => {
  expect(isBotAgent(piece.repeat(100_000))).toBe(isBot)
})
