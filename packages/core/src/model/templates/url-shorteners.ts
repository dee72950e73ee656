/**
 * Hosts where anybody may shorten a link. Carriers filter texts with them, because such a link does not say who it is
 * of. Hosts where only one company shortens its own links (`amzn.to`, `youtu.be`) are not among them.
 */
export const PUBLIC_SHORTENERS: ReadonlySet<string> = new Set(
  `
  1pt.co 2.gp 7.ly 9qr.de acortar.link adf.ly adfoc.us b.link bc.vc bit.do bit.ly bitly.com bitly.ws bl.ink budurl.com
  buff.ly chilp.it clck.ru cli.gs clicky.me clk.sh cort.as cutt.ly cutt.us dlvr.it dub.co dub.sh dwz.cn exe.io
  fur.ly gestyy.com gg.gg gl.am goo.gl goo.su han.gl ht.ly hyperurl.co is.gd j.mp kutt.it linkvertise.com lihi.cc
  lnkd.in lnnk.in lurl.cc mcaf.ee me2.do merky.de moourl.com n9.cl ouo.io ouo.press ow.ly picsee.io po.st ppt.cc pse.is
  qps.ru qr.ae qr.net rb.gy rebrand.ly reurl.cc rotf.lol s.id sh.st short.cm short.gy short.io shorte.st shorter.me
  shorturl.asia shorturl.at shorturl.com shorturl.gg shrinkme.io shrtco.de smarturl.it sn.im snip.ly snipurl.com soo.gd
  su.pr suo.im surl.li t.co t.ly t1p.de t2m.io tiny.cc tiny.ie tiny.one tiny.pl tinylink.net tinyurl.com tinyurl.is
  tinu.be tny.im tr.im trib.al twurl.nl u.to url.ie urlr.me urlz.fr v.gd v.ht vk.cc vo.la vzturl.com x.co x.gd
  zi.ma zpr.io zzb.bz
  `
    .trim()
    .split(/\s+/),
)
