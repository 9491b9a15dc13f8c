"""The style of a page of records: for phones and wide screens, light and dark, and for paper."""

from __future__ import annotations

from kifu.scene.svg import FONTS

STYLE = """
:root{color-scheme:light dark;--paper:#f7f5ef;--card:#fff;--ink:#1d1d1d;--faint:#5a5347;--edge:#c9c1b0;--on:#6b4a12;--on-ink:#fff;--bad:#a31515;--bad-paper:#fbe3e0;--link:#1a4f8b}
@media screen and (prefers-color-scheme:dark){:root{--paper:#191815;--card:#24221d;--ink:#f1eee6;--faint:#b9b1a1;--edge:#4b463b;--on:#e0b46a;--on-ink:#1d1708;--bad:#ff9d92;--bad-paper:#4a1512;--link:#9cc7ff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 @FONTS@;overflow-wrap:anywhere}
svg{font-family:@FONTS@}
main{max-width:72rem;margin:0 auto;padding:.5rem .5rem 3rem}
h1{font-size:1.3rem;margin:.3rem 0}
h2{font-size:1.2rem;margin:1.2rem 0 .3rem;border-top:2px solid var(--edge);padding-top:.6rem}
h3,h4{font-size:1rem;margin:1rem 0 .2rem}
a{color:var(--link)}
nav li{padding:.4rem 0}
dd ul{columns:16rem}
p{margin:.2rem 0}
ul,ol{margin:.2rem 0;padding-left:1.4rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem .8rem;margin:.3rem 0}
dt{color:var(--faint);max-width:9rem}
dd{margin:0}
blockquote{margin:.4rem 0;padding:.1rem .8rem;border-left:4px solid var(--edge)}
.status{padding:.4rem .6rem;border:1px solid var(--edge);border-radius:8px;background:var(--card)}
.illegal,.contradicted,.unreadable{border-color:var(--bad);background:var(--bad-paper)}
.symbols{position:absolute}
.game{display:flex;flex-wrap:wrap;margin:.6rem 0}
.game>input{-webkit-appearance:none;appearance:none;flex:0 0 50%;margin:0;min-height:44px;align-self:stretch;scroll-margin:9rem}
.game>label{flex:0 0 50%;margin-left:-50%;min-height:44px;padding:.5rem .4rem;border-radius:8px;cursor:pointer}
.game>label i{display:inline-block;min-width:2em;text-align:right;font-style:normal;color:var(--faint)}
.game b{font-weight:inherit}
.game>label.bad{color:var(--bad);font-weight:bold;text-decoration:underline}
.game>label.idle{color:var(--faint);font-style:italic}
.game>input:checked+label,.game>input:checked+label i{background:var(--on);color:var(--on-ink)}
.game>input:focus-visible+label{outline:3px solid var(--link);outline-offset:-3px}
.wide{flex:0 0 100%;padding:.4rem}
.at{display:none}
.game>input:checked+label+.at{display:block;order:-1;flex:0 0 100%;z-index:1;background:var(--paper)}
@media (min-height:600px){.game>input:checked+label+.at{position:sticky;top:0}}
.at svg{display:block;width:100%;max-width:34rem;max-height:56vh;margin:0 auto;background:#fbfaf6;border-radius:8px}
.nav{display:flex;align-items:center;margin:0}
.nav>*{flex:0 0 20%;min-height:44px;line-height:44px;text-align:center}
.nav>span{flex:1 1 60%;font-weight:bold;line-height:1.3;min-height:0}
.nav>label{cursor:pointer;border:1px solid var(--edge);border-radius:8px;background:var(--card);user-select:none}
.side{padding:0 .4rem;font-size:.9rem;line-height:1.35}
.comment{border-left:4px solid var(--edge);padding:.1rem .6rem;background:var(--card)}
.at .comment{max-height:min(7.5rem,15vh);overflow-y:auto}
.fault{color:var(--bad);padding:0 .4rem;font-weight:bold}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:.6rem}
.chart{margin:0;font-size:.85rem}
.chart svg{display:block;width:100%;font-size:12px;fill:var(--faint)}
.chart .key{color:var(--faint)}
.chart .two{color:var(--bad)}
.chart polyline,.chart path{fill:none;stroke:var(--ink);stroke-width:2}
.chart .second{stroke:var(--bad);stroke-dasharray:6 3}
.chart path.second{stroke-dasharray:none}
.chart .axis{stroke:var(--edge);stroke-width:1}
summary{cursor:pointer;min-height:44px;padding:.6rem 0}
pre{white-space:pre-wrap;font-size:.85rem;background:var(--card);padding:.5rem;border-radius:8px;margin:0}
footer{margin-top:2rem;color:var(--faint);font-size:.85rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media screen and (min-width:60rem){
.game{position:relative;padding-left:50%;min-height:46rem;align-content:flex-start}
.game>input:checked+label+.at{position:absolute;inset:0 51% 0 0;background:none}
.game>input:checked+label+.at>div{position:sticky;top:.5rem}
.game>input,.game>label{flex-basis:33.3%}
.game>label{margin-left:-33.3%}
}
@page{margin:12mm}
@media print{
body{background:#fff;font-size:10pt}
main{max-width:none;padding:0}
section{break-before:page}
header+section,section section{break-before:auto}
h2,h3,h4,.status{break-after:avoid}
.game{display:block}
.game>input,.nav,details{display:none}
.game>label{display:inline-block;width:24%;min-height:0;margin:0;padding:0 .2rem}
.game>input:checked+label,.game>input:checked+label i{background:none;color:inherit;font-weight:bold}
.at.said{display:block}
.at.said .side,.at.said svg{display:none}
.game>input:checked+label+.at,.game>input:checked+label+.at svg,.game>input:checked+label+.at .side{display:block;position:static;break-inside:avoid}
.game>input:checked+label+.at svg{max-width:9cm;max-height:none;margin:0}
.at .comment{max-height:none;overflow:visible}
.chart,blockquote{break-inside:avoid}
}
""".replace("@FONTS@", FONTS)
