/** The page style: dense layout, light or dark by system setting, readable on a narrow phone. */
export const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f6f5f2,#131417);--surface:light-dark(#fff,#1a1c20);--line:light-dark(#e4e2dc,#2b2e35);--ink:light-dark(#1b1a17,#eceae4);--quiet:light-dark(#5d5a52,#a9a79f);--accent:light-dark(#0b5cad,#7ab4f0);--go:light-dark(#17693f,#7fd1a3);--soon:light-dark(#8a5300,#f0bd62);--late:light-dark(#b3261e,#ff8a7e)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.45 system-ui,sans-serif}
main,header{max-width:60rem;margin:0 auto;padding:0 1rem}
main{padding-bottom:4rem}
h1{font-size:1.25rem;margin:1.25rem 0 .25rem}
h2{font-size:1.05rem;margin:2.25rem 0 .5rem}
h3{font-size:.95rem;margin:1.5rem 0 .4rem}
h4{font-size:.8rem;margin:.75rem 0 .25rem;color:var(--quiet)}
small,.from,.errors,nav{color:var(--quiet);font-weight:400}
p{margin:.35rem 0;max-width:75ch}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
nav a{margin-right:.75rem;white-space:nowrap}
nav{line-height:1.9}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.6rem .75rem;background:var(--surface);border:1px solid var(--line);overflow-x:auto}
pre code{overflow-wrap:normal}
details{border-top:1px solid var(--line);background:var(--surface);padding:0 .75rem}
section>details:last-child{border-bottom:1px solid var(--line)}
details[open]{padding-bottom:.6rem}
summary{cursor:pointer;padding:.3rem 0;list-style-position:outside;margin-left:.75rem}
summary span{color:var(--quiet);margin-left:.35rem}
.method{display:inline-block;min-width:3.6em;font:600 .8em ui-monospace,monospace}
.get{color:var(--accent)}.post{color:var(--go)}.patch{color:var(--soon)}.delete{color:var(--late)}
table{width:100%;border-collapse:collapse;background:var(--surface)}
th,td{text-align:left;vertical-align:top;padding:.2rem .5rem .2rem 0;border-top:1px solid var(--line);font-weight:400}
section>table th,section>table td{padding-left:.5rem}
th{width:45%}
td{overflow-wrap:anywhere;color:var(--quiet)}
.must{font-size:.75em;color:var(--soon);white-space:nowrap}
tr:target,details:target{outline:2px solid var(--accent)}
@media (max-width:30rem){main,header{padding-left:.6rem;padding-right:.6rem}details{padding:0 .4rem}summary span{display:block;margin-left:0}}
`;
